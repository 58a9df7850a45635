-- Changes of many users, and exports of users: both run in the background.

CREATE TABLE user_bulk_jobs (
  tenant_id text NOT NULL,
  id text NOT NULL COLLATE "C",
  action text NOT NULL CONSTRAINT user_bulk_jobs__action_check CHECK (action IN ('suspend', 'reactivate', 'deactivate', 'delete', 'add_to_organization', 'remove_from_organization')),
  organization_id text COLLATE "C",
  roles text[],
  -- null if the users were named by id
  filter jsonb,
  requested_by jsonb NOT NULL,
  state text NOT NULL DEFAULT 'PENDING' CONSTRAINT user_bulk_jobs__state_check CHECK (state IN ('PENDING', 'RUNNING', 'COMPLETED', 'FAILED', 'CANCELLED')),
  total int NOT NULL,
  -- the number of users that are done; it moves in the transaction of each user's change
  position int NOT NULL DEFAULT 0,
  changed int NOT NULL DEFAULT 0,
  unchanged int NOT NULL DEFAULT 0,
  failed int NOT NULL DEFAULT 0,
  error jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  started_at timestamptz,
  finished_at timestamptz,
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX user_bulk_jobs__open ON user_bulk_jobs (tenant_id) WHERE state IN ('PENDING', 'RUNNING');
CREATE INDEX user_bulk_jobs__finished_at ON user_bulk_jobs (finished_at) WHERE finished_at IS NOT NULL;
SELECT own_by_tenant('user_bulk_jobs');
SELECT show_to_worker('user_bulk_jobs');
GRANT SELECT (finished_at), DELETE ON user_bulk_jobs TO {{schema}}_worker;

-- The users that a job was created for, a thousand per page; removed when it ends.
CREATE TABLE user_bulk_job_pages (
  tenant_id text NOT NULL,
  bulk_job_id text NOT NULL COLLATE "C",
  page int NOT NULL,
  user_ids text[] NOT NULL,
  PRIMARY KEY (tenant_id, bulk_job_id, page)
);
SELECT own_by_tenant('user_bulk_job_pages');

CREATE TABLE user_bulk_job_failures (
  tenant_id text NOT NULL,
  bulk_job_id text NOT NULL COLLATE "C",
  position int NOT NULL,
  user_id text NOT NULL COLLATE "C",
  code text NOT NULL,
  reason text,
  detail text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, bulk_job_id, position)
);
CREATE INDEX user_bulk_job_failures__created_at ON user_bulk_job_failures (created_at);
SELECT own_by_tenant('user_bulk_job_failures');
SELECT show_to_worker('user_bulk_job_failures');
GRANT SELECT (created_at), DELETE ON user_bulk_job_failures TO {{schema}}_worker;

CREATE TABLE user_exports (
  tenant_id text NOT NULL,
  id text NOT NULL COLLATE "C",
  state text NOT NULL DEFAULT 'PENDING' CONSTRAINT user_exports__state_check CHECK (state IN ('PENDING', 'RUNNING', 'COMPLETED', 'FAILED', 'CANCELLED', 'EXPIRED')),
  request jsonb NOT NULL,
  requested_by jsonb NOT NULL,
  -- where its files are: a change of the configuration strands nothing
  location text NOT NULL,
  total int,
  records int NOT NULL DEFAULT 0,
  -- the last user in the files; the next file begins below it
  last_user_id text COLLATE "C",
  error jsonb,
  expires_at timestamptz,
  -- its files were removed
  is_empty boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX user_exports__open ON user_exports (tenant_id) WHERE state IN ('PENDING', 'RUNNING');
CREATE INDEX user_exports__expiry ON user_exports (expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX user_exports__leftover ON user_exports (updated_at) WHERE NOT is_empty AND state IN ('FAILED', 'CANCELLED', 'EXPIRED');
CREATE INDEX user_exports__ended ON user_exports (updated_at) WHERE is_empty;
SELECT own_by_tenant('user_exports');
SELECT show_to_worker('user_exports');
GRANT SELECT (tenant_id, id, state, expires_at, is_empty, updated_at) ON user_exports TO {{schema}}_worker;

CREATE TABLE user_export_parts (
  tenant_id text NOT NULL,
  export_id text NOT NULL COLLATE "C",
  part int NOT NULL,
  name text NOT NULL,
  records int NOT NULL,
  bytes bigint NOT NULL,
  sha256 text NOT NULL,
  PRIMARY KEY (tenant_id, export_id, part),
  CONSTRAINT user_export_parts__export_fkey FOREIGN KEY (tenant_id, export_id) REFERENCES user_exports (tenant_id, id) ON DELETE CASCADE
);
SELECT own_by_tenant('user_export_parts');
