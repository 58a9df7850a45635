-- Which services have purged a deleted tenant: it is told of again until all have.
ALTER TABLE tenant
  ADD COLUMN purged_by text[] NOT NULL DEFAULT '{}',
  ADD COLUMN purged_at timestamptz,
  -- When the services were last told.
  ADD COLUMN deletion_told_at timestamptz;
UPDATE tenant SET deletion_told_at = updated_at WHERE state = 'deleted';
CREATE INDEX tenant__deletion_told_at ON tenant (deletion_told_at) WHERE state = 'deleted' AND purged_at IS NULL;
