-- oldest: 13
-- Who plays a game for the first time, and whether a turn ends only when its seat says so.

-- JSON: how many first decisions are to come, by seat, and for whom the present one is one of them; NULL for nobody.
ALTER TABLE tables ADD COLUMN learning TEXT;

ALTER TABLE tables ADD COLUMN by_word BOOLEAN NOT NULL DEFAULT FALSE;
