-- Login flows: drafts, immutable versions, activations, and bindings of clients.
CREATE TABLE login_flow_heads (
  tenant_id text NOT NULL,
  -- 0: the built-in default, which no row of login_flow_versions stands for
  active_version int NOT NULL DEFAULT 0,
  last_version int NOT NULL DEFAULT 0,
  activation_sequence bigint NOT NULL DEFAULT 0,
  -- logins that began before this activation start again
  minimum_activation_sequence bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant_id)
);
SELECT own_by_tenant('login_flow_heads');
-- which tenants have versions to prune
SELECT show_to_worker('login_flow_heads');
GRANT SELECT (tenant_id, last_version) ON login_flow_heads TO {{schema}}_worker;

CREATE TABLE login_flow_drafts (
  tenant_id text NOT NULL,
  id text NOT NULL COLLATE "C",
  revision int NOT NULL DEFAULT 1,
  definition jsonb NOT NULL,
  problems jsonb NOT NULL,
  based_on_version int NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id)
);
SELECT own_by_tenant('login_flow_drafts');

CREATE TABLE login_flow_versions (
  tenant_id text NOT NULL,
  version int NOT NULL CONSTRAINT login_flow_versions__version_check CHECK (version > 0),
  id text NOT NULL COLLATE "C",
  definition jsonb NOT NULL,
  assurance jsonb NOT NULL,
  checksum text NOT NULL,
  based_on_version int NOT NULL,
  created_at timestamptz NOT NULL,
  created_by jsonb NOT NULL,
  PRIMARY KEY (tenant_id, version)
);
SELECT own_by_tenant('login_flow_versions');
-- a login stays on the version that it began with, so that no version may ever change
REVOKE UPDATE ON login_flow_versions FROM {{schema}}_app;

CREATE TABLE login_flow_activations (
  tenant_id text NOT NULL,
  sequence bigint NOT NULL,
  version int NOT NULL,
  comment text,
  problems jsonb NOT NULL,
  activated_at timestamptz NOT NULL,
  activated_by jsonb NOT NULL,
  -- null: it is the active one
  ended_at timestamptz,
  PRIMARY KEY (tenant_id, sequence)
);
CREATE INDEX login_flow_activations__version ON login_flow_activations (tenant_id, version, sequence);
SELECT own_by_tenant('login_flow_activations');

CREATE TABLE login_flow_bindings (
  tenant_id text NOT NULL,
  client_id text NOT NULL COLLATE "C",
  -- null: the client follows the active version
  version int,
  entrypoint text NOT NULL,
  -- the rest of the binding, which no query looks into
  constraints jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  updated_by jsonb NOT NULL,
  PRIMARY KEY (tenant_id, client_id)
);
CREATE INDEX login_flow_bindings__version ON login_flow_bindings (tenant_id, version);
SELECT own_by_tenant('login_flow_bindings');
