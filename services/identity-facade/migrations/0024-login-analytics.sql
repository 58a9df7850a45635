-- Numbers of sign-ins by day; who signed in, as digests; events that are counted.
CREATE TABLE login_analytics (
  tenant_id text NOT NULL PRIMARY KEY,
  -- of the digests of users
  user_key bytea NOT NULL,
  -- when the newest event that is counted took place
  as_of timestamptz NOT NULL
);
SELECT own_by_tenant('login_analytics');

CREATE TABLE login_rollup_daily (
  tenant_id text NOT NULL,
  day timestamptz NOT NULL,
  dimension text NOT NULL COLLATE "C",
  key text NOT NULL COLLATE "C",
  succeeded bigint NOT NULL,
  failed bigint NOT NULL,
  blocked bigint NOT NULL,
  sign_ups bigint NOT NULL,
  mfa_completed bigint NOT NULL,
  PRIMARY KEY (tenant_id, day, dimension, key)
) PARTITION BY RANGE (day);
CREATE TABLE login_rollup_daily_default PARTITION OF login_rollup_daily DEFAULT;
SELECT own_by_tenant('login_rollup_daily');
SELECT partitions_maintain('login_rollup_daily', 'month', interval '400 days');

CREATE TABLE login_active_users (
  tenant_id text NOT NULL,
  day timestamptz NOT NULL,
  user_hash bytea NOT NULL,
  PRIMARY KEY (tenant_id, day, user_hash)
) PARTITION BY RANGE (day);
CREATE TABLE login_active_users_default PARTITION OF login_active_users DEFAULT;
SELECT own_by_tenant('login_active_users');
SELECT partitions_maintain('login_active_users', 'month', interval '400 days');

CREATE TABLE login_events_seen (
  tenant_id text NOT NULL,
  -- the day within the event's id, so that every delivery of an event meets the same partition
  day timestamptz NOT NULL,
  event_id text NOT NULL COLLATE "C",
  PRIMARY KEY (tenant_id, day, event_id)
) PARTITION BY RANGE (day);
CREATE TABLE login_events_seen_default PARTITION OF login_events_seen DEFAULT;
SELECT own_by_tenant('login_events_seen');
SELECT partitions_maintain('login_events_seen', 'day', interval '8 days');
