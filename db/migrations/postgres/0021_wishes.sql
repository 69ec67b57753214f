-- oldest: 16
-- What people wish others to see of them, and not to see.
CREATE TABLE wishes (
    user_id BIGINT NOT NULL,
    key     TEXT   NOT NULL,
    value   TEXT   NOT NULL,
    PRIMARY KEY (user_id, key)
);
