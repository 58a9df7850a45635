-- Sinks that events and audit records are streamed to, and how far each has read. Workers see when a sink is due, nothing of it.
CREATE TABLE siem_sinks (
  tenant_id text NOT NULL,
  id text NOT NULL,
  name text NOT NULL,
  kind text NOT NULL CONSTRAINT siem_sinks__kind CHECK (kind IN ('splunk_hec', 'datadog', 'elastic', 'sentinel', 'http', 'syslog_tls', 's3')),
  config json NOT NULL,
  -- sealed JSON, bound to tenant and id: credentials, headers, the client's key, the key of hashes
  secrets text NOT NULL,
  has_credentials boolean NOT NULL,
  credentials_last4 text,
  format text NOT NULL,
  filter json NOT NULL,
  redaction json NOT NULL,
  batch json NOT NULL,
  -- certificates, without the key
  tls json,
  status text NOT NULL CONSTRAINT siem_sinks__status CHECK (status IN ('active', 'paused', 'suspended')),
  version bigint NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  seal_key_id text GENERATED ALWAYS AS (split_part(secrets, '.', 2)) STORED,
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX siem_sinks__name_key ON siem_sinks (tenant_id, lower(name));
SELECT own_by_tenant('siem_sinks');
SELECT show_to_worker('siem_sinks');
GRANT SELECT (tenant_id, seal_key_id) ON siem_sinks TO {{schema}}_worker;

CREATE TABLE siem_cursors (
  tenant_id text NOT NULL,
  sink_id text NOT NULL,
  -- mirrors the sink's status, its channels and its batch, so that ingestion touches this row alone
  active boolean NOT NULL,
  channels text[] NOT NULL,
  max_events integer NOT NULL,
  wait_ms integer NOT NULL,
  -- of the tenant
  suspended boolean NOT NULL DEFAULT false,
  unentitled boolean NOT NULL DEFAULT false,
  next_due_at timestamptz,
  -- set while a pod works the sink; free again once it is past
  leased_until timestamptz,
  -- counts the holders: a write of a former one matches no row
  epoch bigint NOT NULL DEFAULT 0,
  lifecycle_seq bigint NOT NULL,
  audit_seq bigint NOT NULL,
  -- when what was read last was ingested: spares partitions
  lifecycle_at timestamptz NOT NULL DEFAULT '-infinity',
  audit_at timestamptz NOT NULL DEFAULT '-infinity',
  -- a batch whose end is fixed: half of one that was rejected, or one that must be the same when it is repeated
  batch_channel text CONSTRAINT siem_cursors__batch_channel CHECK (batch_channel IN ('lifecycle', 'audit')),
  batch_until bigint,
  batch_refusals smallint NOT NULL DEFAULT 0,
  consecutive_failures integer NOT NULL DEFAULT 0,
  failing_since timestamptz,
  unauthorized_since timestamptz,
  told_failing boolean NOT NULL DEFAULT false,
  last_success_at timestamptz,
  last_attempt_at timestamptz,
  last_error json,
  delivered_total bigint NOT NULL DEFAULT 0,
  dropped_total bigint NOT NULL DEFAULT 0,
  -- by channel, what no event has told of yet
  untold_drops json,
  drops_told_at timestamptz,
  PRIMARY KEY (tenant_id, sink_id)
);
CREATE INDEX siem_cursors__due ON siem_cursors (next_due_at) WHERE next_due_at IS NOT NULL AND active AND NOT suspended AND NOT unentitled;
SELECT own_by_tenant('siem_cursors');
SELECT show_to_worker('siem_cursors');
GRANT SELECT (tenant_id, sink_id, active, suspended, unentitled, next_due_at, leased_until, epoch, consecutive_failures), UPDATE (leased_until, epoch)
  ON siem_cursors TO {{schema}}_worker;
