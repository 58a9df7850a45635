-- Requests of people for their data, what each service contributed, and the file made of it.
CREATE TABLE access_requests (
  tenant_id text NOT NULL,
  id text NOT NULL COLLATE "C",
  state text NOT NULL,
  kind text NOT NULL,
  subject_type text NOT NULL,
  subject_hash text NOT NULL COLLATE "C",
  -- what services are asked with: a user id, or a key of the tenant's own; null once the person was erased
  subject_id text,
  requested_by text NOT NULL,
  regulation text NOT NULL,
  identity_verification text NOT NULL,
  external_reference text,
  note text,
  received_at timestamptz NOT NULL,
  due_at timestamptz NOT NULL,
  -- where the objects of this request are
  store_location text,
  bundle_bytes bigint,
  bundle_sha256 text,
  bundle_generated_at timestamptz,
  bundle_expires_at timestamptz,
  downloads integer NOT NULL DEFAULT 0,
  -- objects are stored that have to be deleted
  has_objects boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT access_requests__state_check CHECK (state IN
    ('PENDING', 'RUNNING', 'COMPLETED', 'PARTIAL', 'FAILED', 'CANCELLED', 'EXPIRED')),
  CONSTRAINT access_requests__bundle_check CHECK (state NOT IN ('COMPLETED', 'PARTIAL') OR bundle_sha256 IS NOT NULL)
);
CREATE UNIQUE INDEX access_requests__open_key ON access_requests (tenant_id, subject_hash) WHERE state IN ('PENDING', 'RUNNING');
CREATE INDEX access_requests__active ON access_requests (tenant_id) WHERE state IN ('PENDING', 'RUNNING');
CREATE INDEX access_requests__subject ON access_requests (tenant_id, subject_hash, id);
CREATE INDEX access_requests__expiring ON access_requests (bundle_expires_at) WHERE state IN ('COMPLETED', 'PARTIAL');
CREATE INDEX access_requests__leftover ON access_requests (updated_at) WHERE has_objects AND state IN ('FAILED', 'CANCELLED', 'EXPIRED');
CREATE INDEX access_requests__ended ON access_requests (updated_at) WHERE NOT has_objects;
SELECT own_by_tenant('access_requests');
SELECT show_to_worker('access_requests');
GRANT SELECT (tenant_id, id, state, bundle_expires_at, has_objects, updated_at) ON access_requests TO {{schema}}_worker;

CREATE TABLE access_parts (
  tenant_id text NOT NULL,
  request_id text NOT NULL COLLATE "C",
  peer text NOT NULL,
  status text NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  bytes bigint,
  sha256 text,
  error text,
  fetched_at timestamptz,
  PRIMARY KEY (tenant_id, request_id, peer),
  CONSTRAINT access_parts__status_check CHECK (status IN ('pending', 'ok', 'empty', 'failed', 'disabled')),
  CONSTRAINT access_parts__request_fkey FOREIGN KEY (tenant_id, request_id) REFERENCES access_requests (tenant_id, id) ON DELETE CASCADE
);
SELECT own_by_tenant('access_parts');
