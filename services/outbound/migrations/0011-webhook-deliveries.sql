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

-- Makes the partitions of a table four ahead and drops whole those past retention. Answers how many rows stand in the
-- default partition: none, unless nobody maintained for weeks.
CREATE FUNCTION webhook_log_maintain(log text, unit text, retention interval) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER
SET search_path = {{schema}}, pg_temp SET timezone = 'UTC' SET lock_timeout = '3s' AS $$
DECLARE
  by_column text := CASE log WHEN 'webhook_deliveries' THEN 'event_ingested_at' WHEN 'webhook_attempts' THEN 'started_at' END;
  step interval := CASE unit WHEN 'week' THEN interval '7 days' WHEN 'day' THEN interval '1 day' END;
  start timestamptz;
  part record;
  present boolean;
  strays bigint;
BEGIN
  IF by_column IS NULL OR step IS NULL THEN RAISE EXCEPTION 'no such log: % by %', log, unit; END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('{{schema}} webhook_log_maintain ' || log, 0));
  FOR i IN 0..4 LOOP
    start := date_trunc(unit, now()) + i * step;
    CONTINUE WHEN to_regclass(format('{{schema}}.%s_%s', log, to_char(start, 'YYYYMMDD'))) IS NOT NULL;
    EXECUTE format('SELECT EXISTS (SELECT FROM %s_default WHERE %I >= %L AND %2$I < %4$L)', log, by_column, start, start + step) INTO present;
    CONTINUE WHEN present;
    EXECUTE format('CREATE TABLE %1$s_%2$s PARTITION OF %1$s FOR VALUES FROM (%3$L) TO (%4$L)', log, to_char(start, 'YYYYMMDD'), start, start + step);
  END LOOP;
  FOR part IN SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
              WHERE i.inhparent = format('{{schema}}.%s', log)::regclass AND c.relname ~ ('^' || log || '_[0-9]{8}$')
                AND to_timestamp(right(c.relname, 8), 'YYYYMMDD') + step < now() - retention ORDER BY c.relname LOOP
    EXECUTE format('DROP TABLE %I', part.relname);
  END LOOP;
  EXECUTE format('DELETE FROM %s_default WHERE %I < now() - %L::interval', log, by_column, retention);
  EXECUTE format('SELECT count(*) FROM %s_default', log) INTO strays;
  RETURN strays;
END $$;
REVOKE ALL ON FUNCTION webhook_log_maintain FROM PUBLIC;
GRANT EXECUTE ON FUNCTION webhook_log_maintain TO {{schema}}_worker;
SELECT webhook_log_maintain('webhook_deliveries', 'week', interval '90 days'), webhook_log_maintain('webhook_attempts', 'day', interval '30 days');
