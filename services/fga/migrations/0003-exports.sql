-- Complete listings of objects, made in the background; one at a time for a tenant.
CREATE TABLE fga_exports (
  tenant_id text NOT NULL,
  id text NOT NULL COLLATE "C",
  state text NOT NULL DEFAULT 'PENDING' CONSTRAINT fga_exports__state_check CHECK (state IN ('PENDING', 'RUNNING', 'COMPLETED', 'FAILED', 'EXPIRED')),
  request jsonb NOT NULL,
  model_id text NOT NULL COLLATE "C",
  scanned integer NOT NULL DEFAULT 0,
  matched integer NOT NULL DEFAULT 0,
  unresolved integer NOT NULL DEFAULT 0,
  truncated boolean NOT NULL DEFAULT false,
  start_revision bigint,
  end_revision bigint,
  attempts integer NOT NULL DEFAULT 0,
  error jsonb,
  pages integer NOT NULL DEFAULT 0,
  last_object_id text COLLATE "C",
  lease_token text,
  lease_until timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  started_at timestamptz,
  updated_at timestamptz NOT NULL DEFAULT now(),
  completed_at timestamptz,
  expires_at timestamptz,
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX fga_exports__slot_key ON fga_exports (tenant_id) WHERE state IN ('PENDING', 'RUNNING');
CREATE INDEX fga_exports__open ON fga_exports (updated_at) WHERE state IN ('PENDING', 'RUNNING');
CREATE INDEX fga_exports__ended ON fga_exports (expires_at) WHERE expires_at IS NOT NULL;
SELECT own_by_tenant('fga_exports');
-- Workers see which exports are due, not what was asked or found.
SELECT show_to_worker('fga_exports');
GRANT SELECT (tenant_id, id, state, updated_at, lease_until, expires_at) ON fga_exports TO {{schema}}_worker;

CREATE TABLE fga_export_pages (
  tenant_id text NOT NULL,
  export_id text NOT NULL COLLATE "C",
  page integer NOT NULL,
  objects text[] NOT NULL,
  PRIMARY KEY (tenant_id, export_id, page),
  FOREIGN KEY (tenant_id, export_id) REFERENCES fga_exports (tenant_id, id) ON DELETE CASCADE
);
SELECT own_by_tenant('fga_export_pages');
