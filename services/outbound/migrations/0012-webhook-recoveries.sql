-- Recoveries with their position, so that a crash resumes there; windows of the limit on tests.
CREATE TABLE webhook_recoveries (
  tenant_id text NOT NULL,
  id text NOT NULL,
  endpoint_id text NOT NULL,
  mode text NOT NULL CONSTRAINT webhook_recoveries__mode CHECK (mode IN ('failed', 'missing')),
  since timestamptz NOT NULL,
  until timestamptz NOT NULL,
  event_types text[],
  status text NOT NULL DEFAULT 'PENDING' CONSTRAINT webhook_recoveries__status CHECK (status IN ('PENDING', 'RUNNING', 'COMPLETED', 'FAILED', 'CANCELLED')),
  -- the last event examined
  position bigint NOT NULL DEFAULT 0,
  examined bigint NOT NULL DEFAULT 0,
  enqueued bigint NOT NULL DEFAULT 0,
  leased_until timestamptz,
  -- pages in a row that failed
  failures integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  completed_at timestamptz,
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX webhook_recoveries__open ON webhook_recoveries (tenant_id, endpoint_id) WHERE status IN ('PENDING', 'RUNNING');
CREATE INDEX webhook_recoveries__work ON webhook_recoveries (created_at) WHERE status IN ('PENDING', 'RUNNING');
SELECT own_by_tenant('webhook_recoveries');
SELECT show_to_worker('webhook_recoveries');
GRANT SELECT (tenant_id, id, status, leased_until, created_at), UPDATE (leased_until) ON webhook_recoveries TO {{schema}}_worker;

CREATE TABLE rate_windows (
  tenant_id text NOT NULL,
  bucket text NOT NULL,
  window_start timestamptz NOT NULL,
  used integer NOT NULL,
  PRIMARY KEY (tenant_id, bucket, window_start)
);
CREATE INDEX rate_windows__window_start ON rate_windows (window_start);
SELECT own_by_tenant('rate_windows');
SELECT show_to_worker('rate_windows');
GRANT SELECT (window_start), DELETE ON rate_windows TO {{schema}}_worker;
