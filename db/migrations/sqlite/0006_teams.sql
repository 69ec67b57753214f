-- Teams: the name that each gave itself, and who has left while the others of the seat play on.

ALTER TABLE seats ADD COLUMN title TEXT NOT NULL DEFAULT '';
ALTER TABLE seat_people ADD COLUMN has_left INTEGER NOT NULL DEFAULT 0;
