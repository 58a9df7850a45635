-- Objects of a request are deleted after its row says so, and a retry may begin meanwhile: it stores its objects in the next round.
ALTER TABLE access_requests ADD COLUMN object_round integer NOT NULL DEFAULT 0;
