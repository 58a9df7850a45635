-- A record that comes again is compared with the one in the log; a digest of it would outlive what an erasure removes.
ALTER TABLE audit_seen DROP COLUMN digest;
-- where the record is in the chain; null for records from before this column, of which any other with their id is a copy
ALTER TABLE audit_seen ADD COLUMN seq bigint;
