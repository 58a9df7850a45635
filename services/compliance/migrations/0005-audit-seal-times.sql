-- When the head of each audit log is sealed next: workers find the logs that have grown by an index, whatever the number of tenants.
-- null: a checkpoint seals every record
ALTER TABLE audit_heads ADD COLUMN seal_due_at timestamptz;
UPDATE audit_heads SET seal_due_at = date_trunc('milliseconds', now()) + make_interval(secs => (hashtext(tenant_id) & 4095) * 3600 / 4096)
WHERE last_seq > sealed_seq;
CREATE INDEX audit_heads__seal_due ON audit_heads (seal_due_at) WHERE seal_due_at IS NOT NULL;
GRANT SELECT (seal_due_at) ON audit_heads TO {{schema}}_worker;
