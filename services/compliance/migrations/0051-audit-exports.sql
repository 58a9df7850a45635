-- Exports of the audit log, and the files that each consists of.
CREATE TABLE audit_exports (
  tenant_id text NOT NULL,
  id text NOT NULL COLLATE "C",
  state text NOT NULL DEFAULT 'PENDING' CONSTRAINT audit_exports__state_check CHECK (state IN ('PENDING', 'RUNNING', 'COMPLETED', 'FAILED', 'CANCELLED', 'EXPIRED')),
  request jsonb NOT NULL,
  -- where its files are: a change of the configuration strands nothing
  location text NOT NULL,
  -- the newest record when it was created
  max_seq bigint NOT NULL,
  scanned_seq bigint NOT NULL,
  records bigint NOT NULL DEFAULT 0,
  manifest_sha256 text,
  error jsonb,
  expires_at timestamptz,
  -- its files were removed
  is_empty boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX audit_exports__open ON audit_exports (tenant_id) WHERE state IN ('PENDING', 'RUNNING');
CREATE INDEX audit_exports__expiry ON audit_exports (expires_at) WHERE expires_at IS NOT NULL;
SELECT own_by_tenant('audit_exports');
SELECT show_to_worker('audit_exports');
GRANT SELECT (tenant_id, id, state, expires_at, is_empty, updated_at) ON audit_exports TO {{schema}}_worker;

CREATE TABLE audit_export_parts (
  tenant_id text NOT NULL,
  export_id text NOT NULL COLLATE "C",
  part integer NOT NULL,
  name text NOT NULL,
  kind text NOT NULL CONSTRAINT audit_export_parts__kind_check CHECK (kind IN ('records', 'chain', 'checkpoints', 'manifest')),
  records bigint NOT NULL,
  bytes bigint NOT NULL,
  sha256 text NOT NULL,
  first_seq bigint NOT NULL,
  last_seq bigint NOT NULL,
  PRIMARY KEY (tenant_id, export_id, part),
  CONSTRAINT audit_export_parts__export_fkey FOREIGN KEY (tenant_id, export_id) REFERENCES audit_exports (tenant_id, id) ON DELETE CASCADE
);
SELECT own_by_tenant('audit_export_parts');
