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
  PRIMARY KEY (tenant_id, id)
);
SELECT own_by_tenant('webhook_endpoints');

CREATE TABLE webhook_secrets (
  tenant_id text NOT NULL,
  id text NOT NULL,
  endpoint_id text NOT NULL,
  sealed text NOT NULL,
  last4 text NOT NULL,
  created_at timestamptz NOT NULL,
  -- null on the current one
  expires_at timestamptz,
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX webhook_secrets__endpoint ON webhook_secrets (tenant_id, endpoint_id, id);
SELECT own_by_tenant('webhook_secrets');

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
  PRIMARY KEY (tenant_id, endpoint_id)
);
CREATE INDEX webhook_lanes__due ON webhook_lanes (standing, next_due_at) WHERE next_due_at IS NOT NULL AND NOT suspended;
CREATE INDEX webhook_lanes__check ON webhook_lanes (check_at) WHERE check_at IS NOT NULL;
SELECT own_by_tenant('webhook_lanes');
SELECT show_to_worker('webhook_lanes');
GRANT SELECT (tenant_id, endpoint_id, enabled, suspended, next_due_at, leased_until, epoch, check_at, standing, circuit),
  UPDATE (leased_until, epoch) ON webhook_lanes TO {{schema}}_worker;
