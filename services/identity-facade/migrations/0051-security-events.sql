-- Security events of accounts that the hub sends, and bus events whose notices were sent.
CREATE TABLE security_events (
  tenant_id text NOT NULL,
  event_id text NOT NULL COLLATE "C",
  type text NOT NULL,
  subject_type text NOT NULL,
  subject_id text NOT NULL COLLATE "C",
  occurred_at timestamptz NOT NULL,
  received_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, event_id)
);
CREATE INDEX security_events__subject ON security_events (tenant_id, subject_id, occurred_at);
CREATE INDEX security_events__received_at ON security_events (received_at);
SELECT own_by_tenant('security_events');
SELECT show_to_worker('security_events');
GRANT SELECT (received_at), DELETE ON security_events TO {{schema}}_worker;

CREATE TABLE consumed_events (
  tenant_id text NOT NULL,
  purpose text NOT NULL,
  event_id text NOT NULL COLLATE "C",
  consumed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, purpose, event_id)
);
CREATE INDEX consumed_events__consumed_at ON consumed_events (consumed_at);
SELECT own_by_tenant('consumed_events');
SELECT show_to_worker('consumed_events');
GRANT SELECT (consumed_at), DELETE ON consumed_events TO {{schema}}_worker;
