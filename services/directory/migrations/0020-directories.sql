-- Directories (sources of users and groups), their credentials and bearers, what they hold, and the roles that their groups give.
CREATE TABLE directories (
  tenant_id text NOT NULL,
  id text NOT NULL COLLATE "C",
  -- null: of the whole tenant
  organization_id text COLLATE "C",
  name text NOT NULL,
  kind text NOT NULL CONSTRAINT directories__kind_check CHECK (kind IN ('scim', 'ldap', 'workspace', 'cloud_directory', 'oidc', 'saml')),
  provider text NOT NULL,
  config jsonb NOT NULL,
  attribute_mapping jsonb NOT NULL,
  deprovisioning text NOT NULL CONSTRAINT directories__deprovisioning_check CHECK (deprovisioning IN ('suspend_membership', 'remove_membership', 'delete_user')),
  on_delete text NOT NULL CONSTRAINT directories__on_delete_check CHECK (on_delete IN ('keep_users', 'deactivate_users')),
  sync jsonb,
  state text NOT NULL CONSTRAINT directories__state_check
    CHECK (state IN ('pending', 'active', 'invalid_credentials', 'unreachable', 'suspended', 'deleting')),
  state_reason text,
  last_inbound_at timestamptz,
  last_probe jsonb,
  -- the lease of the probe that runs
  probing_until timestamptz,
  -- where change tracking goes on; null: everything is listed
  sync_position jsonb,
  full_sync_at timestamptz,
  next_sync_at timestamptz,
  failed_syncs int NOT NULL DEFAULT 0,
  version bigint NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX directories__organization ON directories (tenant_id, organization_id, id);
CREATE INDEX directories__next_sync ON directories (next_sync_at) WHERE next_sync_at IS NOT NULL;
SELECT own_by_tenant('directories');
SELECT show_to_worker('directories');
GRANT SELECT (tenant_id, id, next_sync_at) ON directories TO {{schema}}_worker;

-- What the platform signs in with at a directory, sealed.
CREATE TABLE connector_credentials (
  tenant_id text NOT NULL,
  directory_id text NOT NULL COLLATE "C",
  type text NOT NULL,
  sealed text NOT NULL,
  seal_key_id text GENERATED ALWAYS AS (split_part(sealed, '.', 2)) STORED,
  -- clientId, bindDn or clientEmail
  account jsonb NOT NULL,
  secret_last4 text NOT NULL,
  not_after timestamptz,
  set_at timestamptz NOT NULL,
  set_by jsonb NOT NULL,
  PRIMARY KEY (tenant_id, directory_id)
);
SELECT own_by_tenant('connector_credentials');
SELECT show_to_worker('connector_credentials');
GRANT SELECT (tenant_id, seal_key_id) ON connector_credentials TO {{schema}}_worker;

CREATE TABLE scim_bearers (
  tenant_id text NOT NULL,
  id text NOT NULL COLLATE "C",
  directory_id text NOT NULL COLLATE "C",
  name text NOT NULL,
  lookup text NOT NULL COLLATE "C",
  token_sha256 bytea NOT NULL,
  last4 text NOT NULL,
  -- expiry is judged by expires_at
  state text NOT NULL CONSTRAINT scim_bearers__state_check CHECK (state IN ('active', 'retiring', 'revoked')),
  read_only boolean NOT NULL,
  expires_at timestamptz NOT NULL,
  last_used_at timestamptz,
  last_used_ip text,
  replaced_by text COLLATE "C",
  revoked_at timestamptz,
  -- when the next notice of the expiry is due; null: none is left
  next_notice_at timestamptz,
  created_by jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX scim_bearers__lookup_key ON scim_bearers (tenant_id, lookup);
CREATE INDEX scim_bearers__lookup ON scim_bearers (lookup, directory_id);
CREATE INDEX scim_bearers__directory ON scim_bearers (tenant_id, directory_id, id);
CREATE INDEX scim_bearers__next_notice ON scim_bearers (next_notice_at) WHERE next_notice_at IS NOT NULL;
SELECT own_by_tenant('scim_bearers');
SELECT show_to_worker('scim_bearers');
GRANT SELECT (tenant_id, id, directory_id, lookup, next_notice_at) ON scim_bearers TO {{schema}}_worker;

-- People as a directory knows them, each linked to a user or to none.
CREATE TABLE directory_users (
  tenant_id text NOT NULL,
  directory_id text NOT NULL COLLATE "C",
  id text NOT NULL COLLATE "C",
  user_name text NOT NULL,
  user_name_key text NOT NULL COLLATE "C",
  external_id text COLLATE "C",
  active boolean NOT NULL,
  display_name text,
  given_name text,
  family_name text,
  -- addresses in normal form
  email_keys text[] NOT NULL DEFAULT '{}' COLLATE "C",
  -- the SCIM resource as it is served, without what other columns hold
  resource jsonb NOT NULL,
  user_id text COLLATE "C",
  -- ignored: an administrator deleted the user, who is not brought back
  link text NOT NULL CONSTRAINT directory_users__link_check CHECK (link IN ('none', 'active', 'inactive', 'ignored')),
  -- this directory writes the members of the user that it maps
  manages boolean NOT NULL DEFAULT false,
  problems jsonb NOT NULL DEFAULT '[]',
  -- pull sync: the version at the source, the run that saw it last, the run that found it gone
  remote_version text,
  seen_run text COLLATE "C",
  leaving_run text COLLATE "C",
  version bigint NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CONSTRAINT directory_users__link_user_check CHECK ((user_id IS NULL) = (link IN ('none', 'ignored'))),
  PRIMARY KEY (tenant_id, directory_id, id)
);
CREATE UNIQUE INDEX directory_users__user_name_key ON directory_users (tenant_id, directory_id, user_name_key);
CREATE UNIQUE INDEX directory_users__external_id_key ON directory_users (tenant_id, directory_id, external_id) WHERE external_id IS NOT NULL;
CREATE INDEX directory_users__user ON directory_users (tenant_id, user_id) WHERE user_id IS NOT NULL;
CREATE UNIQUE INDEX directory_users__manager_key ON directory_users (tenant_id, user_id) WHERE manages;
CREATE INDEX directory_users__leaving ON directory_users (tenant_id, directory_id, id) WHERE leaving_run IS NOT NULL;
SELECT own_by_tenant('directory_users');

CREATE TABLE directory_groups (
  tenant_id text NOT NULL,
  directory_id text NOT NULL COLLATE "C",
  id text NOT NULL COLLATE "C",
  display_name text NOT NULL,
  display_name_key text NOT NULL COLLATE "C",
  external_id text COLLATE "C",
  resource jsonb NOT NULL,
  remote_version text,
  seen_run text COLLATE "C",
  version bigint NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, directory_id, id)
);
CREATE UNIQUE INDEX directory_groups__display_name_key ON directory_groups (tenant_id, directory_id, display_name_key);
CREATE UNIQUE INDEX directory_groups__external_id_key ON directory_groups (tenant_id, directory_id, external_id) WHERE external_id IS NOT NULL;
SELECT own_by_tenant('directory_groups');

CREATE TABLE directory_group_members (
  tenant_id text NOT NULL,
  directory_id text NOT NULL COLLATE "C",
  group_id text NOT NULL COLLATE "C",
  directory_user_id text NOT NULL COLLATE "C",
  PRIMARY KEY (tenant_id, directory_id, group_id, directory_user_id)
);
CREATE INDEX directory_group_members__user ON directory_group_members (tenant_id, directory_id, directory_user_id, group_id);
SELECT own_by_tenant('directory_group_members');

-- Roles that a group gives, the group named by id, external id or display name; it need not exist yet.
CREATE TABLE group_role_mappings (
  tenant_id text NOT NULL,
  id text NOT NULL COLLATE "C",
  directory_id text NOT NULL COLLATE "C",
  group_by text NOT NULL CONSTRAINT group_role_mappings__group_by_check CHECK (group_by IN ('id', 'external_id', 'display_name')),
  -- as compared: of a display name, the key
  group_key text NOT NULL COLLATE "C",
  group_name text NOT NULL,
  role text NOT NULL,
  created_by jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX group_role_mappings__role_key ON group_role_mappings (tenant_id, directory_id, group_by, group_key, role);
SELECT own_by_tenant('group_role_mappings');

CREATE TABLE sync_runs (
  tenant_id text NOT NULL,
  id text NOT NULL COLLATE "C",
  directory_id text NOT NULL COLLATE "C",
  trigger text NOT NULL CONSTRAINT sync_runs__trigger_check CHECK (trigger IN ('schedule', 'manual')),
  is_full boolean NOT NULL,
  is_dry_run boolean NOT NULL,
  is_forced boolean NOT NULL,
  state text NOT NULL CONSTRAINT sync_runs__state_check CHECK (state IN ('PENDING', 'RUNNING', 'COMPLETED', 'HALTED', 'FAILED')),
  counts jsonb NOT NULL,
  errors jsonb NOT NULL DEFAULT '[]',
  changes jsonb NOT NULL DEFAULT '[]',
  -- where the run goes on after a crash
  checkpoint jsonb,
  requested_by jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  started_at timestamptz,
  finished_at timestamptz,
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX sync_runs__active_key ON sync_runs (tenant_id, directory_id) WHERE state IN ('PENDING', 'RUNNING');
CREATE INDEX sync_runs__directory ON sync_runs (tenant_id, directory_id, id);
CREATE INDEX sync_runs__finished_at ON sync_runs (finished_at) WHERE finished_at IS NOT NULL;
SELECT own_by_tenant('sync_runs');
SELECT show_to_worker('sync_runs');
GRANT SELECT (finished_at), DELETE ON sync_runs TO {{schema}}_worker;
