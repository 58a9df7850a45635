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
