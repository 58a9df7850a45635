-- Erasure of people: requests, holds, what each service did, and the tombstones that remain.
CREATE TABLE erasure_requests (
  tenant_id text NOT NULL,
  id text NOT NULL COLLATE "C",
  state text NOT NULL,
  subject_type text NOT NULL,
  -- HMAC of the person's main identifier: stands for the person when all else is gone
  subject_hash text NOT NULL COLLATE "C",
  -- null once the request is COMPLETED, and for people who have no account
  user_id text,
  -- the identifiers as they were at creation; null at the end
  identifiers_sealed text,
  seal_key_id text GENERATED ALWAYS AS (split_part(identifiers_sealed, '.', 2)) STORED,
  reason text NOT NULL,
  requested_by text NOT NULL,
  regulation text NOT NULL,
  identity_verification text NOT NULL,
  external_reference text,
  note text,
  received_at timestamptz NOT NULL,
  due_at timestamptz NOT NULL,
  deactivated_at timestamptz,
  grace_ends_at timestamptz,
  erasure_started_at timestamptz,
  completed_at timestamptz,
  cancelled_at timestamptz,
  -- the start of the unbroken chain of holds, or of the first erasure that could not begin
  held_since timestamptz,
  deferred_at timestamptz,
  reminders integer NOT NULL DEFAULT 0,
  is_stalled boolean NOT NULL DEFAULT false,
  certificate jsonb,
  certificate_jws text,
  certificate_kid text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT erasure_requests__state_check CHECK (state IN
    ('RECEIVED', 'DEACTIVATING', 'DEACTIVATED', 'HELD', 'DEFERRED', 'ERASING', 'COMPLETED', 'CANCELLING', 'CANCELLED')),
  CONSTRAINT erasure_requests__certificate_check CHECK ((state = 'COMPLETED') = (certificate_jws IS NOT NULL)),
  CONSTRAINT erasure_requests__forgotten_check CHECK (state NOT IN ('COMPLETED', 'CANCELLED') OR identifiers_sealed IS NULL)
);
CREATE UNIQUE INDEX erasure_requests__open_key ON erasure_requests (tenant_id, subject_hash)
  WHERE state NOT IN ('COMPLETED', 'CANCELLED');
CREATE INDEX erasure_requests__subject ON erasure_requests (tenant_id, subject_hash, id);
CREATE INDEX erasure_requests__open ON erasure_requests (tenant_id, id) WHERE state NOT IN ('COMPLETED', 'CANCELLED');
CREATE INDEX erasure_requests__ended ON erasure_requests (updated_at) WHERE state IN ('COMPLETED', 'CANCELLED');
SELECT own_by_tenant('erasure_requests');
SELECT show_to_worker('erasure_requests');
GRANT SELECT (tenant_id, id, state, updated_at, seal_key_id) ON erasure_requests TO {{schema}}_worker;

-- Hashes of the identifiers of a person: what imports and sign-ups are compared with.
CREATE TABLE erasure_identifiers (
  tenant_id text NOT NULL,
  identifier_hash text NOT NULL COLLATE "C",
  request_id text NOT NULL COLLATE "C",
  PRIMARY KEY (tenant_id, identifier_hash, request_id),
  CONSTRAINT erasure_identifiers__request_fkey FOREIGN KEY (tenant_id, request_id) REFERENCES erasure_requests (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX erasure_identifiers__request ON erasure_identifiers (tenant_id, request_id);
SELECT own_by_tenant('erasure_identifiers');

CREATE TABLE erasure_holds (
  tenant_id text NOT NULL,
  id text NOT NULL COLLATE "C",
  request_id text NOT NULL COLLATE "C",
  state text NOT NULL,
  -- 'api', or who is asked at the gate: the id of a veto client, the name of a service
  source text NOT NULL,
  source_id text NOT NULL DEFAULT '',
  reason_code text NOT NULL,
  reason text NOT NULL,
  external_reference text,
  raised_by jsonb NOT NULL,
  raised_at timestamptz NOT NULL,
  expires_at timestamptz,
  lifted_by jsonb,
  lifted_at timestamptz,
  -- lifted by a person against its source, which is not asked again
  is_overridden boolean NOT NULL DEFAULT false,
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT erasure_holds__state_check CHECK (state IN ('active', 'lifted', 'expired')),
  CONSTRAINT erasure_holds__source_check CHECK (source IN ('api', 'veto', 'service')),
  CONSTRAINT erasure_holds__request_fkey FOREIGN KEY (tenant_id, request_id) REFERENCES erasure_requests (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX erasure_holds__request ON erasure_holds (tenant_id, request_id, id);
CREATE UNIQUE INDEX erasure_holds__source_key ON erasure_holds (tenant_id, request_id, source, source_id)
  WHERE state = 'active' AND source <> 'api';
SELECT own_by_tenant('erasure_holds');

-- What each service did in each phase: its own receipt.
CREATE TABLE erasure_tasks (
  tenant_id text NOT NULL,
  request_id text NOT NULL COLLATE "C",
  phase text NOT NULL,
  peer text NOT NULL,
  outcome text NOT NULL DEFAULT 'PENDING',
  attempts integer NOT NULL DEFAULT 0,
  last_error text,
  items jsonb NOT NULL DEFAULT '[]',
  completed_at timestamptz,
  PRIMARY KEY (tenant_id, request_id, phase, peer),
  CONSTRAINT erasure_tasks__phase_check CHECK (phase IN ('deactivate', 'erase', 'reactivate')),
  CONSTRAINT erasure_tasks__outcome_check CHECK (outcome IN ('PENDING', 'DONE', 'NOTHING_FOUND', 'BLOCKED', 'FAILED')),
  CONSTRAINT erasure_tasks__request_fkey FOREIGN KEY (tenant_id, request_id) REFERENCES erasure_requests (tenant_id, id) ON DELETE CASCADE
);
SELECT own_by_tenant('erasure_tasks');

CREATE TABLE erasure_veto_clients (
  tenant_id text NOT NULL,
  id text NOT NULL COLLATE "C",
  name text NOT NULL,
  url text NOT NULL,
  on_timeout text NOT NULL,
  secret_sealed text NOT NULL,
  secret_last4 text NOT NULL,
  seal_key_id text GENERATED ALWAYS AS (split_part(secret_sealed, '.', 2)) STORED,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT erasure_veto_clients__on_timeout_check CHECK (on_timeout IN ('hold', 'allow'))
);
CREATE UNIQUE INDEX erasure_veto_clients__name_key ON erasure_veto_clients (tenant_id, name);
SELECT own_by_tenant('erasure_veto_clients');
SELECT show_to_worker('erasure_veto_clients');
GRANT SELECT (tenant_id, seal_key_id) ON erasure_veto_clients TO {{schema}}_worker;
