-- A row of the feed holds a run of changes of one kind to one type: a bulk write costs a twentieth of the rows and of their index entries.
ALTER TABLE fga_changes
  ALTER COLUMN object_id TYPE text[] COLLATE "C" USING ARRAY[object_id],
  ALTER COLUMN relation TYPE text[] COLLATE "C" USING ARRAY[relation],
  ALTER COLUMN subject_type TYPE text[] COLLATE "C" USING ARRAY[subject_type],
  ALTER COLUMN subject_id TYPE text[] COLLATE "C" USING ARRAY[subject_id],
  ALTER COLUMN subject_relation TYPE text[] COLLATE "C" USING ARRAY[subject_relation],
  -- null where no change of the run has one
  ALTER COLUMN condition_name TYPE text[] COLLATE "C" USING CASE WHEN condition_name IS NOT NULL THEN ARRAY[condition_name] END,
  ALTER COLUMN condition_context TYPE jsonb[] USING CASE WHEN condition_context IS NOT NULL THEN ARRAY[condition_context] END,
  ALTER COLUMN expires_at TYPE timestamptz[] USING CASE WHEN expires_at IS NOT NULL THEN ARRAY[expires_at] END;
ALTER TABLE fga_changes RENAME COLUMN object_id TO object_ids;
ALTER TABLE fga_changes RENAME COLUMN relation TO relations;
ALTER TABLE fga_changes RENAME COLUMN subject_type TO subject_types;
ALTER TABLE fga_changes RENAME COLUMN subject_id TO subject_ids;
ALTER TABLE fga_changes RENAME COLUMN subject_relation TO subject_relations;
ALTER TABLE fga_changes RENAME COLUMN condition_name TO condition_names;
ALTER TABLE fga_changes RENAME COLUMN condition_context TO condition_contexts;
ALTER TABLE fga_changes RENAME COLUMN expires_at TO expiries;
COMMENT ON COLUMN fga_changes.sequence IS 'of the last change of the run';
