-- Relation tuples and models, roles, privileged access, policies and entitlements.

-- Relation tuples, and one store row a tenant whose revision orders every write.
-- A tuple names its tenant by the UUID within the id, in the row and in both indexes, and begins with what has a fixed width.
CREATE TABLE relation_tuples (
  created_at timestamptz NOT NULL DEFAULT now(),
  revision bigint NOT NULL,
  -- the UUID within the tenant's id
  tenant_id uuid NOT NULL,
  object_type text NOT NULL COLLATE "C",
  object_id text NOT NULL COLLATE "C",
  relation text NOT NULL COLLATE "C",
  subject_type text NOT NULL COLLATE "C",
  -- '*' is every plain subject of the type
  subject_id text NOT NULL COLLATE "C",
  -- empty unless the subject is a userset
  subject_relation text NOT NULL COLLATE "C" DEFAULT '',
  condition_name text COLLATE "C",
  condition_context jsonb,
  expires_at timestamptz,
  PRIMARY KEY (tenant_id, object_type, object_id, relation, subject_type, subject_id, subject_relation)
) PARTITION BY HASH (tenant_id);
CREATE INDEX relation_tuples__reverse ON relation_tuples (tenant_id, subject_type, subject_id, subject_relation, relation, object_type, object_id);
CREATE INDEX relation_tuples__expiry ON relation_tuples (tenant_id, expires_at) WHERE expires_at IS NOT NULL;
DO $$
BEGIN
  FOR i IN 0..31 LOOP
    EXECUTE format('CREATE TABLE relation_tuples_%s PARTITION OF relation_tuples FOR VALUES WITH (MODULUS 32, REMAINDER %s) WITH (autovacuum_vacuum_scale_factor = 0.02)', lpad(i::text, 2, '0'), i);
  END LOOP;
END $$;
SELECT own_by_tenant('relation_tuples');
-- A sweep sees which tenants have expired rows, nothing else.
SELECT show_to_worker('relation_tuples');
GRANT SELECT (tenant_id, expires_at) ON relation_tuples TO {{schema}}_worker;

CREATE TABLE fga_stores (
  tenant_id text NOT NULL,
  active_model_id text COLLATE "C",
  revision bigint NOT NULL DEFAULT 0,
  tuple_count bigint NOT NULL DEFAULT 0,
  model_count integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id)
);
SELECT own_by_tenant('fga_stores');

-- Versions of the authorization model, and the feed of tuples' changes by month.
CREATE TABLE fga_models (
  tenant_id text NOT NULL,
  id text NOT NULL COLLATE "C",
  model jsonb NOT NULL,
  dsl text NOT NULL,
  checksum text NOT NULL COLLATE "C",
  bytes integer NOT NULL,
  description text,
  warnings jsonb NOT NULL DEFAULT '[]',
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by jsonb NOT NULL,
  activated_at timestamptz,
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX fga_models__never_active ON fga_models (tenant_id, id) WHERE activated_at IS NULL;
SELECT own_by_tenant('fga_models');

-- A row of the feed holds a run of changes of one kind to one type: a bulk write costs a twentieth of the rows and of their index entries.
CREATE TABLE fga_changes (
  tenant_id text NOT NULL,
  revision bigint NOT NULL,
  -- of the last change of the run
  sequence integer NOT NULL,
  at timestamptz NOT NULL,
  operation text NOT NULL CONSTRAINT fga_changes__operation_check CHECK (operation IN ('write', 'delete', 'expire')),
  object_type text NOT NULL COLLATE "C",
  object_ids text[] NOT NULL COLLATE "C",
  relations text[] NOT NULL COLLATE "C",
  subject_types text[] NOT NULL COLLATE "C",
  subject_ids text[] NOT NULL COLLATE "C",
  subject_relations text[] NOT NULL COLLATE "C",
  -- null where no change of the run has one
  condition_names text[] COLLATE "C",
  condition_contexts jsonb[],
  expiries timestamptz[],
  actor jsonb NOT NULL,
  PRIMARY KEY (tenant_id, revision, sequence, at)
) PARTITION BY RANGE (at);
CREATE INDEX fga_changes__object_type ON fga_changes (tenant_id, object_type, revision, sequence);
CREATE TABLE fga_changes_default PARTITION OF fga_changes DEFAULT;
SELECT own_by_tenant('fga_changes');
SELECT partitions_maintain('fga_changes', 'month', interval '30 days');

-- Complete listings of objects, one at a time for a tenant. Jobs make them: who makes one, and how far it has come, is in the table of jobs.
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
GRANT SELECT (tenant_id, id, state, updated_at, expires_at) ON fga_exports TO {{schema}}_worker;

CREATE TABLE fga_export_pages (
  tenant_id text NOT NULL,
  export_id text NOT NULL COLLATE "C",
  page integer NOT NULL,
  objects text[] NOT NULL,
  PRIMARY KEY (tenant_id, export_id, page),
  FOREIGN KEY (tenant_id, export_id) REFERENCES fga_exports (tenant_id, id) ON DELETE CASCADE
);
SELECT own_by_tenant('fga_export_pages');

-- Custom permissions and roles of tenants, and who holds a role in the whole tenant. System ones are code.
CREATE TABLE permissions (
  tenant_id text NOT NULL,
  id text NOT NULL,
  name text COLLATE "C" NOT NULL,
  display_name text,
  description text,
  client_id text,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT permissions__name_key UNIQUE (tenant_id, name)
);
CREATE INDEX permissions__client_id ON permissions (tenant_id, client_id) WHERE client_id IS NOT NULL;
SELECT own_by_tenant('permissions');

-- A deleted role stays: its key is never given out again.
CREATE TABLE roles (
  tenant_id text NOT NULL,
  id text NOT NULL,
  key text COLLATE "C" NOT NULL,
  display_name text,
  description text,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT roles__key_key UNIQUE (tenant_id, key)
);
SELECT own_by_tenant('roles');

CREATE TABLE role_permissions (
  tenant_id text NOT NULL,
  role_id text NOT NULL,
  permission text COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant_id, role_id, permission)
);
CREATE INDEX role_permissions__permission ON role_permissions (tenant_id, permission, role_id);
SELECT own_by_tenant('role_permissions');

CREATE TABLE role_assignments (
  tenant_id text NOT NULL,
  principal_type text NOT NULL,
  principal_id text NOT NULL,
  role_key text COLLATE "C" NOT NULL,
  id text NOT NULL,
  expires_at timestamptz,
  created_by jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, principal_type, principal_id, role_key),
  CONSTRAINT role_assignments__id_key UNIQUE (tenant_id, id)
);
CREATE INDEX role_assignments__principal ON role_assignments (tenant_id, principal_id, id);
CREATE INDEX role_assignments__role ON role_assignments (tenant_id, role_key, id);
CREATE INDEX role_assignments__expiry ON role_assignments (expires_at) WHERE expires_at IS NOT NULL;
SELECT own_by_tenant('role_assignments');
SELECT show_to_worker('role_assignments');
GRANT SELECT (tenant_id, id, expires_at) ON role_assignments TO {{schema}}_worker;

-- What tenants are entitled to. The set's row is locked by every change; its revision orders what siblings are told.
CREATE TABLE entitlement_sets (
  tenant_id text NOT NULL PRIMARY KEY,
  revision bigint NOT NULL
);
SELECT own_by_tenant('entitlement_sets');
-- Workers hold what siblings were told against the revisions of entitlements and of clients' policies.
SELECT show_to_worker('entitlement_sets');
GRANT SELECT (tenant_id, revision) ON entitlement_sets TO {{schema}}_worker;

CREATE TABLE entitlements (
  tenant_id text NOT NULL,
  family text NOT NULL,
  -- what held when the tenant was first seen; later defaults change nothing for it
  by_default boolean NOT NULL,
  -- the operator's word, where there is one
  granted boolean,
  reason text,
  since timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz,
  PRIMARY KEY (tenant_id, family)
);
CREATE INDEX entitlements__expiry ON entitlements (expires_at) WHERE expires_at IS NOT NULL;
SELECT own_by_tenant('entitlements');
SELECT show_to_worker('entitlements');
GRANT SELECT (tenant_id, family, expires_at) ON entitlements TO {{schema}}_worker;

-- Just-in-time elevation: who may ask, who asked, who approved.
CREATE TABLE eligibilities (
  tenant_id text NOT NULL,
  id text NOT NULL COLLATE "C",
  principal_type text NOT NULL CONSTRAINT eligibilities__principal_type_check CHECK (principal_type IN ('user', 'group')),
  principal_id text NOT NULL COLLATE "C",
  role_key text,
  scopes text[],
  -- the role or the set of scopes, and the organization: what may be given once
  grant_key text NOT NULL,
  organization_id text,
  justification text,
  rules jsonb NOT NULL,
  starts_at timestamptz NOT NULL,
  expires_at timestamptz,
  -- set when the end was told of
  expired_at timestamptz,
  created_by jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX eligibilities__grant_key ON eligibilities (tenant_id, principal_type, principal_id, grant_key) WHERE expired_at IS NULL;
CREATE INDEX eligibilities__organization ON eligibilities (tenant_id, organization_id) WHERE organization_id IS NOT NULL;
CREATE INDEX eligibilities__role ON eligibilities (tenant_id, role_key) WHERE role_key IS NOT NULL;
CREATE INDEX eligibilities__due ON eligibilities (expires_at) WHERE expired_at IS NULL AND expires_at IS NOT NULL;
SELECT own_by_tenant('eligibilities');
SELECT show_to_worker('eligibilities');
GRANT SELECT (tenant_id, id, expires_at, expired_at) ON eligibilities TO {{schema}}_worker;

CREATE TABLE activations (
  tenant_id text NOT NULL,
  id text NOT NULL COLLATE "C",
  eligibility_id text NOT NULL COLLATE "C",
  principal_id text NOT NULL COLLATE "C",
  -- the group through which the principal was eligible
  via_group text,
  -- the subjects behind the request: the principal, and who acted for it
  people text[] NOT NULL,
  role_key text,
  scopes text[] NOT NULL,
  organization_id text,
  state text NOT NULL CONSTRAINT activations__state_check
    CHECK (state IN ('requested', 'scheduled', 'active', 'denied', 'cancelled', 'timed_out', 'revoked', 'expired')),
  justification text,
  ticket jsonb,
  duration_seconds int NOT NULL,
  required_approvals int NOT NULL,
  -- `user:…`, `group:…`, `role:…`; empty: anyone who may approve
  approvers text[] NOT NULL,
  requested_at timestamptz NOT NULL,
  decision_deadline timestamptz,
  wanted_start timestamptz,
  starts_at timestamptz,
  ends_at timestamptz,
  ended_at timestamptz,
  end_reason text,
  request_context jsonb NOT NULL,
  -- when time alone moves it next
  next_due_at timestamptz,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX activations__open_key ON activations (tenant_id, principal_id, eligibility_id) WHERE state IN ('requested', 'scheduled', 'active');
CREATE INDEX activations__principal ON activations (tenant_id, principal_id, requested_at, id);
CREATE INDEX activations__requested ON activations (tenant_id, requested_at, id);
CREATE INDEX activations__open ON activations (tenant_id, requested_at, id) WHERE state IN ('requested', 'scheduled', 'active');
CREATE INDEX activations__eligibility ON activations (tenant_id, eligibility_id) WHERE state IN ('requested', 'scheduled', 'active');
CREATE INDEX activations__due ON activations (next_due_at) WHERE next_due_at IS NOT NULL;
CREATE INDEX activations__ended ON activations (ended_at) WHERE ended_at IS NOT NULL;
SELECT own_by_tenant('activations');
SELECT show_to_worker('activations');
GRANT SELECT (tenant_id, id, principal_id, state, next_due_at, ended_at) ON activations TO {{schema}}_worker;

CREATE TABLE activation_approvals (
  tenant_id text NOT NULL,
  activation_id text NOT NULL COLLATE "C",
  approver_id text NOT NULL COLLATE "C",
  -- the approver, and who acted for them
  people text[] NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, activation_id, approver_id)
);
SELECT own_by_tenant('activation_approvals');

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
-- Workers hold what siblings were told against the revisions of entitlements and of clients' policies.
SELECT show_to_worker('access_policy_clients');
GRANT SELECT (tenant_id, client_id, revision) ON access_policy_clients TO {{schema}}_worker;

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

-- Access claims in the tokens of clients: what is wanted, what the hub has acknowledged, and the secret that signs its calls.
CREATE TABLE token_claims (
  tenant_id text NOT NULL,
  client_id text NOT NULL COLLATE "C",
  -- settings that the hub was last told of; null: off
  desired jsonb,
  -- settings in force; null: off
  acknowledged jsonb,
  -- where the hub was told to call, while on
  url text,
  -- kept while off, so that late calls still verify
  secret_sealed text,
  -- orders what the hub is told; it ignores lower ones
  version int NOT NULL,
  -- one more with each change that a reader can see
  revision bigint NOT NULL,
  -- since when the hub is being told; null: in sync
  pending_since timestamptz,
  enabled_at timestamptz,
  updated_at timestamptz,
  seal_key_id text GENERATED ALWAYS AS (split_part(secret_sealed, '.', 2)) STORED,
  PRIMARY KEY (tenant_id, client_id)
);
CREATE INDEX token_claims__pending ON token_claims (pending_since) WHERE pending_since IS NOT NULL;
CREATE INDEX token_claims__url ON token_claims (url) WHERE url IS NOT NULL;
SELECT own_by_tenant('token_claims');
-- Workers see under which key a value is sealed, and whose it is, so that it can be moved to another; never the value.
GRANT SELECT (seal_key_id) ON token_claims TO {{schema}}_worker;
SELECT show_to_worker('token_claims');
GRANT SELECT (tenant_id, client_id, url, pending_since) ON token_claims TO {{schema}}_worker;
