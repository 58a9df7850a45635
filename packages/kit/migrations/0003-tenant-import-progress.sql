-- How far an import of a tenant is: it continues behind the last line that was committed.

ALTER TABLE tenant_import
  -- first line of the archive
  ADD COLUMN head text NOT NULL DEFAULT '',
  ADD COLUMN lines bigint NOT NULL DEFAULT 0,
  -- of these lines
  ADD COLUMN mac bytea NOT NULL DEFAULT '',
  -- number of rows by table
  ADD COLUMN rows json NOT NULL DEFAULT '{}';
