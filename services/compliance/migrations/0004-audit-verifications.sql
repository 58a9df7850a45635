-- Verifications of audit logs: each walks the chain of its tenant once.

CREATE TABLE audit_verifications (
  tenant_id text NOT NULL,
  id text NOT NULL COLLATE "C",
  state text NOT NULL DEFAULT 'PENDING' CONSTRAINT audit_verifications__state_check CHECK (state IN ('PENDING', 'RUNNING', 'COMPLETED', 'FAILED')),
  -- the stretch to verify: the records that are kept at its creation
  from_seq bigint NOT NULL,
  to_seq bigint NOT NULL,
  -- the newest record that verified, and the newest one that a checkpoint seals
  verified_seq bigint NOT NULL,
  sealed_seq bigint,
  checkpoints integer NOT NULL DEFAULT 0,
  -- the first record that does not verify
  finding jsonb,
  error jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id)
);
-- One at a time: another request returns the one that is running.
CREATE UNIQUE INDEX audit_verifications__open_key ON audit_verifications (tenant_id) WHERE state IN ('PENDING', 'RUNNING');
CREATE INDEX audit_verifications__age ON audit_verifications (updated_at);
SELECT own_by_tenant('audit_verifications');
SELECT show_to_worker('audit_verifications');
GRANT SELECT (updated_at), DELETE ON audit_verifications TO {{schema}}_worker;
