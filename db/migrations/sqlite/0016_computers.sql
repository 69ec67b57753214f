-- Computers at the tables. An older program writes the people of a table anew at each change, without what tells
-- which of them are computers: it may not run beside this.

-- How well a computer plays a seat in the place of its people, until one of them acts again; NULL: they play.
ALTER TABLE seats ADD COLUMN autopilot TEXT;

-- Of a computer, which is no user: how well it plays, and the key of its persona. NULL for people.
ALTER TABLE seat_people ADD COLUMN level TEXT;
ALTER TABLE seat_people ADD COLUMN persona TEXT;

-- Whether a computer plays for who is away from a table.
ALTER TABLE tables ADD COLUMN stand_in INTEGER NOT NULL DEFAULT 0;

-- Whether people at a table are given advice; NULL: as is usual there.
ALTER TABLE tables ADD COLUMN hints INTEGER;
