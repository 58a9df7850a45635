-- Counts within fixed windows: failed sign-ins of each person.
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
