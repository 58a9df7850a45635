-- Attempts on user codes, and how devices poll (RFC 8628).
CREATE TABLE activate_attempt (
  tenant_id text NOT NULL,
  code_hash bytea NOT NULL,
  window_started_at timestamptz NOT NULL,
  attempts int NOT NULL,
  CONSTRAINT activate_attempt__code_key PRIMARY KEY (tenant_id, code_hash)
);
CREATE INDEX activate_attempt__window_started_at ON activate_attempt (window_started_at);
CREATE TABLE device_poll (
  tenant_id text NOT NULL,
  code_hash bytea NOT NULL,
  answered_at timestamptz NOT NULL,
  interval_seconds int NOT NULL,
  slowed_at timestamptz,
  CONSTRAINT device_poll__code_key PRIMARY KEY (tenant_id, code_hash)
);
CREATE INDEX device_poll__answered_at ON device_poll (answered_at);
SELECT own_by_tenant('activate_attempt'), own_by_tenant('device_poll');
SELECT show_to_worker('activate_attempt'), show_to_worker('device_poll');
GRANT SELECT (tenant_id, code_hash, window_started_at), DELETE ON activate_attempt TO {{schema}}_worker;
GRANT SELECT (tenant_id, code_hash, answered_at), DELETE ON device_poll TO {{schema}}_worker;
