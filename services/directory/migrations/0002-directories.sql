-- Directories that provision users and groups, and imports from other systems.

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
-- Changes stay on their page: no index holds the time of a change, and pages keep some room.
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
) WITH (fillfactor = 90);
CREATE UNIQUE INDEX directory_users__user_name_key ON directory_users (tenant_id, directory_id, user_name_key);
CREATE UNIQUE INDEX directory_users__external_id_key ON directory_users (tenant_id, directory_id, external_id) WHERE external_id IS NOT NULL;
CREATE INDEX directory_users__user ON directory_users (tenant_id, user_id) WHERE user_id IS NOT NULL;
CREATE UNIQUE INDEX directory_users__manager_key ON directory_users (tenant_id, user_id) WHERE manages;
CREATE INDEX directory_users__leaving ON directory_users (tenant_id, directory_id, id) WHERE leaving_run IS NOT NULL;
SELECT own_by_tenant('directory_users');
CREATE INDEX directory_users__active ON directory_users (tenant_id, directory_id, active, id);
CREATE INDEX directory_users__created_at ON directory_users (tenant_id, directory_id, created_at, id);

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
  -- Moves with the members, which a change never reads.
  member_count int NOT NULL DEFAULT 0,
  -- the run that found the group gone
  leaving_run text COLLATE "C",
  PRIMARY KEY (tenant_id, directory_id, id)
);
CREATE UNIQUE INDEX directory_groups__display_name_key ON directory_groups (tenant_id, directory_id, display_name_key);
CREATE UNIQUE INDEX directory_groups__external_id_key ON directory_groups (tenant_id, directory_id, external_id) WHERE external_id IS NOT NULL;
SELECT own_by_tenant('directory_groups');
CREATE INDEX directory_groups__leaving ON directory_groups (tenant_id, directory_id, id) WHERE leaving_run IS NOT NULL;

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

-- The roles that users have by their groups, in every state of a directory but that of its deletion.
CREATE VIEW group_roles WITH (security_invoker = true) AS
SELECT u.tenant_id, u.user_id, d.organization_id, d.id AS directory_id, g.id AS group_id, m.id AS mapping_id, m.role
FROM directory_users u
JOIN directories d ON d.tenant_id = u.tenant_id AND d.id = u.directory_id AND d.state <> 'deleting'
JOIN directory_group_members gm ON gm.tenant_id = u.tenant_id AND gm.directory_id = u.directory_id AND gm.directory_user_id = u.id
JOIN directory_groups g ON g.tenant_id = gm.tenant_id AND g.directory_id = gm.directory_id AND g.id = gm.group_id
JOIN group_role_mappings m ON m.tenant_id = g.tenant_id AND m.directory_id = g.directory_id
  AND (m.group_by, m.group_key) IN (('id', g.id), ('external_id', g.external_id), ('display_name', g.display_name_key))
WHERE u.link = 'active';
GRANT SELECT ON group_roles TO {{schema}}_app;

-- What directory users are found by besides their keys.
CREATE TABLE directory_user_terms (
  tenant_id text NOT NULL,
  directory_id text NOT NULL COLLATE "C",
  -- path of the SCIM attribute, such as emails.value
  attribute text NOT NULL COLLATE "C",
  -- in lower case, and cut
  value text NOT NULL COLLATE "C",
  directory_user_id text NOT NULL COLLATE "C",
  PRIMARY KEY (tenant_id, directory_id, attribute, value, directory_user_id)
);
CREATE INDEX directory_user_terms__user ON directory_user_terms (tenant_id, directory_id, directory_user_id);
SELECT own_by_tenant('directory_user_terms');

-- What a sync has read from its source and not yet written, and the ids of groups that may come back.
CREATE TABLE sync_pages (
  tenant_id text NOT NULL,
  directory_id text NOT NULL COLLATE "C",
  number int NOT NULL,
  kind text NOT NULL CONSTRAINT sync_pages__kind_check CHECK (kind IN ('users', 'groups')),
  content jsonb NOT NULL,
  PRIMARY KEY (tenant_id, directory_id, kind, number)
);
SELECT own_by_tenant('sync_pages');

-- A group that the source lists again within the retention gets the id that mappings refer to.
CREATE TABLE retired_directory_groups (
  tenant_id text NOT NULL,
  directory_id text NOT NULL COLLATE "C",
  external_id text NOT NULL COLLATE "C",
  group_id text NOT NULL COLLATE "C",
  retired_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, directory_id, external_id)
);
CREATE INDEX retired_directory_groups__retired_at ON retired_directory_groups (retired_at);
SELECT own_by_tenant('retired_directory_groups');
SELECT show_to_worker('retired_directory_groups');
GRANT SELECT (retired_at), DELETE ON retired_directory_groups TO {{schema}}_worker;

-- The users behind resources that a directory removed: a directory that sends the name again means the same user.
CREATE TABLE retired_directory_users (
  tenant_id text NOT NULL,
  directory_id text NOT NULL COLLATE "C",
  user_name_key text NOT NULL COLLATE "C",
  external_id text COLLATE "C",
  user_id text NOT NULL COLLATE "C",
  retired_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, directory_id, user_name_key)
);
CREATE INDEX retired_directory_users__user ON retired_directory_users (tenant_id, user_id);
CREATE INDEX retired_directory_users__retired_at ON retired_directory_users (retired_at);
SELECT own_by_tenant('retired_directory_users');
SELECT show_to_worker('retired_directory_users');
GRANT SELECT (retired_at), DELETE ON retired_directory_users TO {{schema}}_worker;

-- Migration sources, their files, the jobs that import from them, and what each job could not import.
CREATE TABLE migration_sources (
  tenant_id text NOT NULL,
  id text NOT NULL COLLATE "C",
  kind text NOT NULL CONSTRAINT migration_sources__kind_check CHECK (kind IN ('http', 'ldap', 'auth0', 'keycloak', 'ndjson')),
  connection jsonb NOT NULL,
  credential_sealed text,
  seal_key_id text GENERATED ALWAYS AS (split_part(credential_sealed, '.', 2)) STORED,
  mapping jsonb NOT NULL,
  options jsonb NOT NULL,
  version bigint NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX migration_sources__tenant_key ON migration_sources (tenant_id);
SELECT own_by_tenant('migration_sources');
SELECT show_to_worker('migration_sources');
GRANT SELECT (tenant_id, seal_key_id) ON migration_sources TO {{schema}}_worker;

CREATE TABLE migration_uploads (
  tenant_id text NOT NULL,
  id text NOT NULL COLLATE "C",
  file_name text NOT NULL,
  size_bytes bigint NOT NULL,
  sha256 text NOT NULL,
  -- the object store that holds the file; null until it is uploaded
  location text,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX migration_uploads__created_at ON migration_uploads (created_at);
SELECT own_by_tenant('migration_uploads');
SELECT show_to_worker('migration_uploads');
GRANT SELECT (created_at), DELETE ON migration_uploads TO {{schema}}_worker;

CREATE TABLE import_jobs (
  tenant_id text NOT NULL,
  id text NOT NULL COLLATE "C",
  -- the background job that does the work; another one after each resumption
  job_id text NOT NULL COLLATE "C",
  source_id text NOT NULL COLLATE "C",
  source_version bigint NOT NULL,
  kind text NOT NULL,
  mode text NOT NULL,
  state text NOT NULL CONSTRAINT import_jobs__state_check CHECK (state IN ('PENDING', 'RUNNING', 'COMPLETED', 'FAILED', 'CANCELLED')),
  -- who started it, with the scopes that limit the roles it can give
  granter jsonb NOT NULL,
  attempt int NOT NULL DEFAULT 0,
  position jsonb,
  -- downloaded files, so that a resumed import reads the same bytes
  files jsonb,
  total bigint,
  rows_read bigint NOT NULL DEFAULT 0,
  created bigint NOT NULL DEFAULT 0,
  updated bigint NOT NULL DEFAULT 0,
  skipped bigint NOT NULL DEFAULT 0,
  failed bigint NOT NULL DEFAULT 0,
  bytes_read bigint NOT NULL DEFAULT 0,
  bytes_total bigint,
  failure jsonb,
  started_at timestamptz,
  -- where the present attempt began, for the rate
  attempt_started_at timestamptz,
  attempt_started_rows bigint NOT NULL DEFAULT 0,
  attempt_started_bytes bigint NOT NULL DEFAULT 0,
  heartbeat_at timestamptz,
  finished_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX import_jobs__active_key ON import_jobs (tenant_id) WHERE state IN ('PENDING', 'RUNNING');
SELECT own_by_tenant('import_jobs');

CREATE TABLE import_errors (
  tenant_id text NOT NULL,
  job_id text NOT NULL COLLATE "C",
  row bigint NOT NULL,
  source_id text COLLATE "C",
  code text NOT NULL,
  pointer text,
  detail text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, job_id, row)
);
CREATE INDEX import_errors__source_id ON import_errors (tenant_id, source_id) WHERE source_id IS NOT NULL;
CREATE INDEX import_errors__created_at ON import_errors (created_at);
SELECT own_by_tenant('import_errors');
SELECT show_to_worker('import_errors');
GRANT SELECT (created_at), DELETE ON import_errors TO {{schema}}_worker;

-- Credentials of the users that one page of an import created, sealed together, until the identity service has taken them over.
CREATE TABLE credential_batch (
  tenant_id text NOT NULL,
  id text NOT NULL COLLATE "C",
  -- the least and the greatest id of its users: somebody who is deleted is looked for between them
  first_user_id text NOT NULL COLLATE "C",
  last_user_id text NOT NULL COLLATE "C",
  sealed text NOT NULL,
  seal_key_id text GENERATED ALWAYS AS (split_part(sealed, '.', 2)) STORED,
  -- counts withdrawals; another key is none
  version int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT credential_batch__pkey PRIMARY KEY (tenant_id, id)
);
-- Encrypted text cannot be compressed.
ALTER TABLE credential_batch ALTER COLUMN sealed SET STORAGE EXTERNAL;
SELECT own_by_tenant('credential_batch');
SELECT show_to_worker('credential_batch');
GRANT SELECT (tenant_id, seal_key_id) ON credential_batch TO {{schema}}_worker;
