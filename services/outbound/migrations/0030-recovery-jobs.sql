-- Recoveries are worked by jobs: who holds one, and how often it failed, is in the table of jobs.
ALTER TABLE webhook_recoveries NO FORCE ROW LEVEL SECURITY;
ALTER TABLE job NO FORCE ROW LEVEL SECURITY;
INSERT INTO job (tenant_id, id, kind, payload, dedupe_key, max_attempts, created_by)
SELECT tenant_id, 'job_' || right(id, 26), 'webhook_recovery', jsonb_build_object('recoveryId', id), id, 5, '{"type": "system", "id": "outbound"}'
FROM webhook_recoveries WHERE status IN ('PENDING', 'RUNNING');
ALTER TABLE job FORCE ROW LEVEL SECURITY;
ALTER TABLE webhook_recoveries FORCE ROW LEVEL SECURITY;
DROP INDEX webhook_recoveries__work;
REVOKE ALL (tenant_id, id, status, leased_until, created_at) ON webhook_recoveries FROM {{schema}}_worker;
DROP POLICY worker ON webhook_recoveries;
ALTER TABLE webhook_recoveries DROP COLUMN leased_until, DROP COLUMN failures;
