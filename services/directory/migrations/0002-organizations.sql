-- Organizations and memberships.
CREATE TABLE organizations (
  tenant_id text NOT NULL,
  id text NOT NULL COLLATE "C",
  name text NOT NULL,
  search_name text NOT NULL COLLATE "C",
  slug text NOT NULL,
  external_id text,
  logo_url text,
  primary_domain text,
  metadata jsonb NOT NULL,
  status text NOT NULL CONSTRAINT organizations__status_check CHECK (status IN ('active', 'suspended')),
  membership_policy text NOT NULL,
  default_roles text[] NOT NULL,
  member_count int NOT NULL DEFAULT 0,
  version bigint NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  deleted_at timestamptz,
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX organizations__slug_key ON organizations (tenant_id, slug) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX organizations__external_id_key ON organizations (tenant_id, external_id) WHERE deleted_at IS NULL;
CREATE INDEX organizations__search ON organizations (tenant_id, search_name, id) WHERE deleted_at IS NULL;
CREATE INDEX organizations__deleted ON organizations (deleted_at) WHERE deleted_at IS NOT NULL;
SELECT own_by_tenant('organizations');
SELECT show_to_worker('organizations');
GRANT SELECT (tenant_id, id, deleted_at) ON organizations TO directory_worker;

CREATE TABLE memberships (
  tenant_id text NOT NULL,
  organization_id text NOT NULL COLLATE "C",
  user_id text NOT NULL COLLATE "C",
  id text NOT NULL,
  state text NOT NULL,
  roles text[] NOT NULL,
  sources text[] NOT NULL,
  joined_at timestamptz NOT NULL,
  version bigint NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, organization_id, user_id)
);
CREATE INDEX memberships__user ON memberships (tenant_id, user_id, organization_id);
CREATE INDEX memberships__id ON memberships (tenant_id, organization_id, id);
SELECT own_by_tenant('memberships');

-- Steps of counters (users of a tenant, members of an organization), folded each minute.
CREATE TABLE counter_steps (
  tenant_id text NOT NULL,
  counter text NOT NULL,
  step int NOT NULL,
  position bigint GENERATED ALWAYS AS IDENTITY,
  PRIMARY KEY (tenant_id, counter, position)
);
SELECT own_by_tenant('counter_steps');
SELECT show_to_worker('counter_steps');
GRANT SELECT ON counter_steps TO directory_worker;

CREATE TABLE counters (
  tenant_id text NOT NULL,
  counter text NOT NULL,
  value bigint NOT NULL,
  PRIMARY KEY (tenant_id, counter)
);
SELECT own_by_tenant('counters');
