-- Ids of consumed events, recorded in the transaction of their effect, so that a repeat is harmless.
CREATE TABLE consumed_event (
  tenant_id text NOT NULL,
  purpose text NOT NULL,
  event_id text NOT NULL,
  consumed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, purpose, event_id)
);
CREATE INDEX consumed_event__consumed_at ON consumed_event (consumed_at);
SELECT own_by_tenant('consumed_event');
SELECT show_to_worker('consumed_event');
GRANT SELECT (consumed_at), DELETE ON consumed_event TO {{schema}}_worker;
