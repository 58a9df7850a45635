-- Background jobs: what is to be done, how far it has come, and which worker holds it.
CREATE TABLE job (
  tenant_id text NOT NULL,
  id text NOT NULL COLLATE "C",
  kind text NOT NULL COLLATE "C",
  state text NOT NULL DEFAULT 'PENDING' CONSTRAINT job__state_check CHECK (state IN ('PENDING', 'RUNNING', 'COMPLETED', 'FAILED', 'CANCELED')),
  payload jsonb NOT NULL,
  -- 0 runs first
  priority smallint NOT NULL DEFAULT 5 CONSTRAINT job__priority_check CHECK (priority BETWEEN 0 AND 9),
  -- one open job of a kind in a tenant
  dedupe_key text,
  -- the person the job is about, whose erasure removes it
  subject_id text,
  run_at timestamptz NOT NULL DEFAULT now(),
  -- run_at has come; workers look for jobs among these alone
  is_due boolean NOT NULL DEFAULT true,
  attempts integer NOT NULL DEFAULT 0,
  max_attempts integer NOT NULL CONSTRAINT job__max_attempts_check CHECK (max_attempts > 0),
  -- the fencing token: counts claims
  epoch bigint NOT NULL DEFAULT 0,
  worker text,
  leased_until timestamptz,
  cancel_requested_at timestamptz,
  -- {code, message}, for operators
  last_error jsonb,
  progress jsonb,
  checkpoint jsonb,
  -- how a recurring job recurs; it never ends, it becomes pending again
  schedule text,
  retention interval NOT NULL DEFAULT interval '7 days',
  created_by jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  started_at timestamptz,
  completed_at timestamptz,
  expires_at timestamptz,
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT job__lease_check CHECK ((state = 'RUNNING') = (leased_until IS NOT NULL))
) WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
-- From tenant to tenant, and to the first job of each, in one step.
CREATE INDEX job__due ON job (kind, priority, tenant_id, run_at, id) WHERE state = 'PENDING' AND is_due;
CREATE INDEX job__deferred ON job (run_at) WHERE state = 'PENDING' AND NOT is_due;
CREATE INDEX job__running ON job (kind, tenant_id) WHERE state = 'RUNNING';
CREATE INDEX job__failed ON job (kind) WHERE state = 'FAILED';
CREATE INDEX job__expires_at ON job (expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX job__subject_id ON job (tenant_id, subject_id) WHERE subject_id IS NOT NULL;
CREATE INDEX job__id ON job (id);
-- Of no use to a search for due jobs, so that none is planned over it.
CREATE UNIQUE INDEX job__dedupe_key ON job (tenant_id, kind, dedupe_key) WHERE state IN ('PENDING', 'RUNNING') AND dedupe_key IS NOT NULL;
SELECT own_by_tenant('job');
-- Workers see which jobs there are and how they stand, not what they are about.
SELECT show_to_worker('job');
GRANT SELECT (tenant_id, id, kind, state, priority, run_at, is_due, attempts, max_attempts, epoch, worker, leased_until, cancel_requested_at, schedule, created_at, updated_at, started_at, completed_at, expires_at),
  UPDATE (state, run_at, is_due, attempts, epoch, worker, leased_until, updated_at, started_at), DELETE ON job TO {{schema}}_worker;
