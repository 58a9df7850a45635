-- Conditional access policies of clients.
CREATE TABLE access_policy_clients (
  tenant_id text NOT NULL,
  client_id text NOT NULL COLLATE "C",
  -- one more with each change of the client's policies
  revision bigint NOT NULL DEFAULT 0,
  policy_count int NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant_id, client_id)
);
SELECT own_by_tenant('access_policy_clients');

CREATE TABLE access_policies (
  tenant_id text NOT NULL,
  client_id text NOT NULL COLLATE "C",
  id text NOT NULL COLLATE "C",
  name text NOT NULL,
  description text,
  mode text NOT NULL CONSTRAINT access_policies__mode_check CHECK (mode IN ('enabled', 'report_only', 'disabled')),
  priority int NOT NULL,
  -- conditions and controls
  body jsonb NOT NULL,
  version bigint NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  mode_changed_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, client_id, id),
  CONSTRAINT access_policies__name_key UNIQUE (tenant_id, client_id, name)
);
CREATE INDEX access_policies__order ON access_policies (tenant_id, client_id, priority, created_at, id);
SELECT own_by_tenant('access_policies');
