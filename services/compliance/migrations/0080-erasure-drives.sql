-- Drives of one tenant run at once, and those of one request do not: the request names the job that drives it.
ALTER TABLE erasure_requests ADD COLUMN driver text;
-- something changed since the driver has read the request
ALTER TABLE erasure_requests ADD COLUMN is_nudged boolean NOT NULL DEFAULT false;
-- how many drives have ended: the next nudge enqueues another job, even while the row of the last one says that it runs
ALTER TABLE erasure_requests ADD COLUMN drives integer NOT NULL DEFAULT 0;
