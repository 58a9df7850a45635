-- Security events of accounts that the hub sends; a known one is not applied again.
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
