-- Answers kept for Idempotency-Key, written in the transaction of the effect they answer for.
CREATE TABLE idempotency_key (
  tenant_id text NOT NULL,
  caller text NOT NULL,
  key text NOT NULL,
  request_hash bytea NOT NULL,
  -- null while an operation that calls out is under way
  answer text,
  lease_until timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, caller, key)
);
CREATE INDEX idempotency_key__created_at ON idempotency_key (created_at);
SELECT own_by_tenant('idempotency_key');
SELECT show_to_worker('idempotency_key');
GRANT SELECT (created_at), DELETE ON idempotency_key TO {{schema}}_worker;
