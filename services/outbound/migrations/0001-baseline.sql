-- The log of events, webhooks and their deliveries, inline hooks, and sinks of SIEM systems.

-- The event log and the audit log of each tenant, numbered without gaps in the order of commit.
CREATE TABLE event_heads (
  tenant_id text NOT NULL,
  channel text NOT NULL CONSTRAINT event_heads__channel CHECK (channel IN ('events', 'audit')),
  last_seq bigint NOT NULL DEFAULT 0,
  -- never goes back, so that the oldest partition always holds the lowest numbers
  last_ingested_at timestamptz NOT NULL DEFAULT '-infinity',
  PRIMARY KEY (tenant_id, channel)
);
SELECT own_by_tenant('event_heads');

-- Up to which number a log was dropped.
CREATE TABLE event_trim (
  tenant_id text NOT NULL,
  channel text NOT NULL CONSTRAINT event_trim__channel CHECK (channel IN ('events', 'audit')),
  trimmed_seq bigint NOT NULL,
  trimmed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, channel)
);
SELECT own_by_tenant('event_trim');
CREATE POLICY maintenance ON event_trim TO CURRENT_USER USING (true) WITH CHECK (true);

CREATE TABLE events (
  tenant_id text NOT NULL,
  seq bigint NOT NULL,
  ingested_at timestamptz NOT NULL,
  id text NOT NULL,
  type text NOT NULL,
  organization_id text,
  actor_id text NOT NULL,
  subject_id text NOT NULL,
  -- a person in the data who is neither subject nor actor, for erasure
  person_id text,
  -- json keeps the bytes that receivers get
  envelope json NOT NULL,
  PRIMARY KEY (tenant_id, seq, ingested_at)
) PARTITION BY RANGE (ingested_at);
CREATE INDEX events__id ON events (tenant_id, id);
CREATE INDEX events__type ON events (tenant_id, type, seq);
CREATE INDEX events__organization ON events (tenant_id, organization_id, seq) WHERE organization_id IS NOT NULL;
CREATE INDEX events__actor ON events (tenant_id, actor_id, seq);
CREATE INDEX events__subject ON events (tenant_id, subject_id);
CREATE INDEX events__person ON events (tenant_id, person_id) WHERE person_id IS NOT NULL;
CREATE TABLE events_default PARTITION OF events DEFAULT;
SELECT own_by_tenant('events');

CREATE TABLE audit_events (
  tenant_id text NOT NULL,
  seq bigint NOT NULL,
  ingested_at timestamptz NOT NULL,
  id text NOT NULL,
  type text NOT NULL,
  organization_id text,
  actor_id text NOT NULL,
  subject_id text NOT NULL,
  person_id text,
  envelope json NOT NULL,
  PRIMARY KEY (tenant_id, seq, ingested_at)
) PARTITION BY RANGE (ingested_at);
CREATE INDEX audit_events__id ON audit_events (tenant_id, id);
CREATE INDEX audit_events__actor ON audit_events (tenant_id, actor_id, seq);
CREATE INDEX audit_events__subject ON audit_events (tenant_id, subject_id);
CREATE INDEX audit_events__person ON audit_events (tenant_id, person_id) WHERE person_id IS NOT NULL;
CREATE TABLE audit_events_default PARTITION OF audit_events DEFAULT;
SELECT own_by_tenant('audit_events');
SELECT partitions_maintain('events', 'week', interval '90 days'), partitions_maintain('audit_events', 'day', interval '14 days');

-- Webhook endpoints, their secrets, and the lane of each: all that workers see across tenants is when a lane is due.
CREATE TABLE webhook_endpoints (
  tenant_id text NOT NULL,
  id text NOT NULL,
  url text NOT NULL,
  event_types text[] NOT NULL,
  purposes text[] NOT NULL,
  description text,
  organization_ids text[],
  -- sealed JSON, bound to tenant and id
  headers text,
  header_names text[] NOT NULL,
  payload text NOT NULL CONSTRAINT webhook_endpoints__payload CHECK (payload IN ('full', 'thin')),
  ordering text NOT NULL CONSTRAINT webhook_endpoints__ordering CHECK (ordering IN ('best_effort', 'strict')),
  rate_limit_per_second integer,
  timeout_seconds integer NOT NULL,
  handshake text NOT NULL CONSTRAINT webhook_endpoints__handshake CHECK (handshake IN ('none', 'cloudevents')),
  -- what the target granted, per minute
  granted_rate integer,
  status text NOT NULL CONSTRAINT webhook_endpoints__status CHECK (status IN ('enabled', 'disabled', 'auto_disabled')),
  status_reason text CONSTRAINT webhook_endpoints__status_reason CHECK (status_reason IN ('admin', 'failing', 'gone')),
  status_changed_at timestamptz NOT NULL,
  version bigint NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  seal_key_id text GENERATED ALWAYS AS (split_part(headers, '.', 2)) STORED,
  PRIMARY KEY (tenant_id, id)
);
SELECT own_by_tenant('webhook_endpoints');
-- Workers see under which key a value is sealed, and whose it is, so that it can be moved to another; never the value.
SELECT show_to_worker('webhook_endpoints');
GRANT SELECT (tenant_id, seal_key_id) ON webhook_endpoints TO {{schema}}_worker;
-- Operators look a delivery up by its id alone.
GRANT SELECT (id) ON webhook_endpoints TO {{schema}}_worker;

CREATE TABLE webhook_secrets (
  tenant_id text NOT NULL,
  id text NOT NULL,
  endpoint_id text NOT NULL,
  sealed text NOT NULL,
  last4 text NOT NULL,
  created_at timestamptz NOT NULL,
  -- null on the current one
  expires_at timestamptz,
  seal_key_id text GENERATED ALWAYS AS (split_part(sealed, '.', 2)) STORED,
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX webhook_secrets__endpoint ON webhook_secrets (tenant_id, endpoint_id, id);
SELECT own_by_tenant('webhook_secrets');
-- Workers see under which key a value is sealed, and whose it is, so that it can be moved to another; never the value.
SELECT show_to_worker('webhook_secrets');
GRANT SELECT (tenant_id, seal_key_id) ON webhook_secrets TO {{schema}}_worker;

CREATE TABLE webhook_lanes (
  tenant_id text NOT NULL,
  endpoint_id text NOT NULL,
  -- mirrors the endpoint's status, so that this row alone decides what may be created and sent
  enabled boolean NOT NULL,
  suspended boolean NOT NULL DEFAULT false,
  -- counts the writes of the endpoint and its secrets
  revision bigint NOT NULL DEFAULT 1,
  next_due_at timestamptz,
  -- set while somebody holds the lane; free again once it is past
  leased_until timestamptz,
  -- counts the holders: a write of a former one matches no row
  epoch bigint NOT NULL DEFAULT 0,
  -- no open delivery is of an event ingested before
  open_since timestamptz,
  -- when expiry, warning and automatic disabling are looked at
  check_at timestamptz,
  standing text NOT NULL DEFAULT 'new' CONSTRAINT webhook_lanes__standing CHECK (standing IN ('new', 'good', 'poor')),
  width smallint NOT NULL DEFAULT 1,
  circuit text NOT NULL DEFAULT 'closed' CONSTRAINT webhook_lanes__circuit CHECK (circuit IN ('closed', 'open', 'half_open')),
  circuit_until timestamptz,
  circuit_openings integer NOT NULL DEFAULT 0,
  circuit_failures integer NOT NULL DEFAULT 0,
  consecutive_failures integer NOT NULL DEFAULT 0,
  failing_since timestamptz,
  -- failed attempts since then
  failed_attempts integer NOT NULL DEFAULT 0,
  warned boolean NOT NULL DEFAULT false,
  last_success_at timestamptz,
  last_failure_at timestamptz,
  last_error text,
  -- the target asked for it (Retry-After)
  paused_until timestamptz,
  -- earliest start of the next attempt under the rate
  paced_until timestamptz,
  -- A tenant without the family `webhooks`; apart from a suspension, which may begin and end meanwhile.
  unentitled boolean NOT NULL DEFAULT false,
  PRIMARY KEY (tenant_id, endpoint_id)
);
CREATE INDEX webhook_lanes__due ON webhook_lanes (standing, next_due_at) WHERE next_due_at IS NOT NULL AND NOT suspended AND NOT unentitled;
CREATE INDEX webhook_lanes__check ON webhook_lanes (check_at) WHERE check_at IS NOT NULL;
SELECT own_by_tenant('webhook_lanes');
SELECT show_to_worker('webhook_lanes');
GRANT SELECT (tenant_id, endpoint_id, enabled, suspended, unentitled, next_due_at, leased_until, epoch, check_at, standing, circuit),
  UPDATE (leased_until, epoch) ON webhook_lanes TO {{schema}}_worker;

-- What is owed to endpoints, and each attempt at it.
CREATE TABLE webhook_deliveries (
  tenant_id text NOT NULL,
  endpoint_id text NOT NULL,
  id text NOT NULL,
  -- the event fixes the partition, so that uniqueness holds
  event_ingested_at timestamptz NOT NULL,
  event_id text NOT NULL,
  -- null for a test
  event_seq bigint,
  event_type text NOT NULL,
  trigger text NOT NULL CONSTRAINT webhook_deliveries__trigger CHECK (trigger IN ('event', 'recovery', 'test')),
  status text NOT NULL CONSTRAINT webhook_deliveries__status CHECK (status IN ('pending', 'in_flight', 'succeeded', 'dead_lettered', 'held', 'cancelled')),
  reason text,
  attempt_count integer NOT NULL DEFAULT 0,
  -- attempts of the present schedule: a redelivery starts a fresh one
  step integer NOT NULL DEFAULT 0,
  -- the next attempt was asked for by hand
  manual boolean NOT NULL DEFAULT false,
  next_attempt_at timestamptz,
  claimed_at timestamptz,
  claim_epoch bigint,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  completed_at timestamptz,
  PRIMARY KEY (tenant_id, endpoint_id, id, event_ingested_at),
  CONSTRAINT webhook_deliveries__event_key UNIQUE (tenant_id, endpoint_id, event_id, event_ingested_at)
) PARTITION BY RANGE (event_ingested_at);
CREATE INDEX webhook_deliveries__due ON webhook_deliveries (tenant_id, endpoint_id, next_attempt_at, event_seq) WHERE status = 'pending';
CREATE INDEX webhook_deliveries__order ON webhook_deliveries (tenant_id, endpoint_id, event_seq) WHERE status IN ('pending', 'in_flight', 'held');
CREATE INDEX webhook_deliveries__dead ON webhook_deliveries (tenant_id, endpoint_id, event_seq) WHERE status = 'dead_lettered';
CREATE TABLE webhook_deliveries_default PARTITION OF webhook_deliveries DEFAULT;
SELECT own_by_tenant('webhook_deliveries');
-- Operators look a delivery up by its id alone: workers see whose it is, and nothing else of it.
SELECT show_to_worker('webhook_deliveries');
GRANT SELECT (tenant_id, endpoint_id, id) ON webhook_deliveries TO {{schema}}_worker;

CREATE TABLE webhook_attempts (
  tenant_id text NOT NULL,
  delivery_id text NOT NULL,
  id text NOT NULL,
  started_at timestamptz NOT NULL,
  number integer NOT NULL,
  trigger text NOT NULL CONSTRAINT webhook_attempts__trigger CHECK (trigger IN ('scheduled', 'manual', 'test')),
  url text NOT NULL,
  duration_ms integer NOT NULL DEFAULT 0,
  -- null while it is under way (only at-most-once writes that down)
  outcome text CONSTRAINT webhook_attempts__outcome CHECK (outcome IN ('succeeded', 'failed', 'aborted')),
  error text,
  response_status integer,
  response_headers jsonb NOT NULL DEFAULT '{}',
  response_body text,
  response_body_truncated boolean NOT NULL DEFAULT false,
  secret_ids text[] NOT NULL DEFAULT '{}',
  PRIMARY KEY (tenant_id, delivery_id, id, started_at)
) PARTITION BY RANGE (started_at);
CREATE TABLE webhook_attempts_default PARTITION OF webhook_attempts DEFAULT;
SELECT own_by_tenant('webhook_attempts');
SELECT partitions_maintain('webhook_deliveries', 'week', interval '90 days'), partitions_maintain('webhook_attempts', 'day', interval '30 days');

-- Recoveries with their position, so that a crash resumes there; jobs work them, and say who holds one and how often it failed. Windows of the limit on tests.
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
  created_at timestamptz NOT NULL,
  completed_at timestamptz,
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX webhook_recoveries__open ON webhook_recoveries (tenant_id, endpoint_id) WHERE status IN ('PENDING', 'RUNNING');
SELECT own_by_tenant('webhook_recoveries');

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

-- A trimmed log remembers up to where.
CREATE FUNCTION note_event_trim(log_channel text, part regclass, until timestamptz) RETURNS boolean LANGUAGE plpgsql SET search_path = {{schema}}, pg_temp AS $$
BEGIN
  EXECUTE format(
    'INSERT INTO event_trim AS t (tenant_id, channel, trimmed_seq) SELECT tenant_id, $1, max(seq) FROM %s WHERE ingested_at < $2 GROUP BY tenant_id
     ON CONFLICT (tenant_id, channel) DO UPDATE SET trimmed_seq = greatest(t.trimmed_seq, excluded.trimmed_seq), trimmed_at = now()', part) USING log_channel, until;
  RETURN true;
END $$;
REVOKE ALL ON FUNCTION note_event_trim FROM PUBLIC;

CREATE FUNCTION events_before_drop(part regclass, until timestamptz) RETURNS boolean LANGUAGE plpgsql SET search_path = {{schema}}, pg_temp AS $$
BEGIN
  -- readers take the parent's lock before their snapshot, so none can miss rows without seeing the record of it
  LOCK TABLE ONLY events IN ACCESS EXCLUSIVE MODE;
  RETURN note_event_trim('events', part, until);
END $$;
REVOKE ALL ON FUNCTION events_before_drop FROM PUBLIC;

CREATE FUNCTION audit_events_before_drop(part regclass, until timestamptz) RETURNS boolean LANGUAGE plpgsql SET search_path = {{schema}}, pg_temp AS $$
BEGIN
  LOCK TABLE ONLY audit_events IN ACCESS EXCLUSIVE MODE;
  RETURN note_event_trim('audit', part, until);
END $$;
REVOKE ALL ON FUNCTION audit_events_before_drop FROM PUBLIC;

-- Claims that tenants add to tokens: the type of each, where its value comes from, who gets it.
CREATE TABLE claim_schemas (
  tenant_id text NOT NULL,
  claim_name text NOT NULL,
  -- json keeps the order of members, as the caller wrote them
  schema json NOT NULL,
  source json NOT NULL,
  -- of a source that is an endpoint
  endpoint_id text,
  client_ids text[] NOT NULL,
  scopes text[] NOT NULL,
  tokens text[] NOT NULL,
  required boolean NOT NULL,
  -- text: null is a value, too
  default_json text,
  description text,
  enabled boolean NOT NULL,
  revision bigint NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, claim_name),
  CONSTRAINT claim_schemas__default CHECK (default_json IS NULL OR NOT required)
);
SELECT own_by_tenant('claim_schemas');

-- Inline hooks. Their signing secrets are rows of webhook_secrets, whose endpoint_id names an endpoint or a hook.
CREATE TABLE hooks (
  tenant_id text NOT NULL,
  id text NOT NULL,
  name text NOT NULL,
  stage text NOT NULL CONSTRAINT hooks__stage CHECK (stage IN ('pre_registration', 'login_flow', 'post_login', 'token_issue', 'client_credentials')),
  url text NOT NULL,
  position smallint NOT NULL,
  client_ids text[] NOT NULL,
  failure_mode text NOT NULL CONSTRAINT hooks__failure_mode CHECK (failure_mode IN ('open', 'closed')),
  timeout_ms integer NOT NULL,
  -- sealed JSON, bound to tenant and id
  headers text,
  header_names text[] NOT NULL,
  enabled boolean NOT NULL,
  version bigint NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  seal_key_id text GENERATED ALWAYS AS (split_part(headers, '.', 2)) STORED,
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX hooks__stage ON hooks (tenant_id, stage, position, id);
SELECT own_by_tenant('hooks');
SELECT show_to_worker('hooks');
GRANT SELECT (tenant_id, seal_key_id) ON hooks TO {{schema}}_worker;

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
  -- Sinks that fail or are slow wait apart from those that are served in time.
  is_slow boolean NOT NULL DEFAULT false,
  standing text NOT NULL GENERATED ALWAYS AS (
    CASE WHEN consecutive_failures > 0 OR is_slow THEN 'poor' WHEN last_success_at IS NULL THEN 'new' ELSE 'good' END) STORED,
  PRIMARY KEY (tenant_id, sink_id)
);
CREATE INDEX siem_cursors__due ON siem_cursors (standing, next_due_at) WHERE next_due_at IS NOT NULL AND active AND NOT suspended AND NOT unentitled;
SELECT own_by_tenant('siem_cursors');
SELECT show_to_worker('siem_cursors');
GRANT SELECT (tenant_id, sink_id, active, suspended, unentitled, next_due_at, leased_until, epoch, consecutive_failures, standing), UPDATE (leased_until, epoch)
  ON siem_cursors TO {{schema}}_worker;
