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

-- The import job or, for lazy migration, the source that a user came from.
ALTER TABLE users ADD COLUMN import_origin text;
