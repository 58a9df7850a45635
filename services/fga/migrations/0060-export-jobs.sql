-- Exports are made by jobs: who makes one, and how far it has come, is in the table of jobs.
ALTER TABLE fga_exports NO FORCE ROW LEVEL SECURITY;
ALTER TABLE job NO FORCE ROW LEVEL SECURITY;
INSERT INTO job (tenant_id, id, kind, payload, dedupe_key, attempts, max_attempts, checkpoint, created_by)
SELECT tenant_id, 'job_' || right(id, 26), 'fga_export', jsonb_build_object('exportId', id), id, attempts, 3,
       CASE WHEN pages > 0 THEN jsonb_build_object('pages', pages, 'lastObjectId', last_object_id) END, '{"type": "system", "id": "fga"}'
FROM fga_exports WHERE state IN ('PENDING', 'RUNNING');
ALTER TABLE job FORCE ROW LEVEL SECURITY;
ALTER TABLE fga_exports FORCE ROW LEVEL SECURITY;
ALTER TABLE fga_exports DROP COLUMN lease_token, DROP COLUMN lease_until, DROP COLUMN last_object_id, DROP COLUMN pages;
