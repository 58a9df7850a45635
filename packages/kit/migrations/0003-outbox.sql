-- Facts owed to the bus, written in the transaction that made them; a row is owed while published_at is null.
CREATE TABLE outbox (
  tenant_id text NOT NULL,
  position bigint GENERATED ALWAYS AS IDENTITY,
  shard smallint NOT NULL,
  ordering_key text NOT NULL,
  event_id text NOT NULL,
  subject text NOT NULL,
  envelope json NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  published_at timestamptz,
  stream_seq bigint,
  PRIMARY KEY (tenant_id, created_at, position)
) PARTITION BY RANGE (created_at);
CREATE INDEX outbox__owed ON outbox (shard, position) WHERE published_at IS NULL;
CREATE INDEX outbox__promised ON outbox (stream_seq) WHERE stream_seq IS NOT NULL;
CREATE TABLE outbox_default PARTITION OF outbox DEFAULT;
SELECT own_by_tenant('outbox');
SELECT show_to_worker('outbox');
GRANT SELECT, UPDATE, DELETE ON outbox TO {{schema}}_worker;

-- Makes the partitions of the next hours and drops those whose last row was published long enough ago.
CREATE FUNCTION outbox_maintain(retention interval) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = {{schema}}, pg_temp SET timezone = 'UTC' AS $$
DECLARE
  hour timestamptz;
  part record;
  owed boolean;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('{{schema}} outbox_maintain', 0));
  FOR i IN 0..3 LOOP
    hour := date_trunc('hour', now()) + make_interval(hours => i);
    CONTINUE WHEN to_regclass(format('{{schema}}.outbox_%s', to_char(hour, 'YYYYMMDDHH24'))) IS NOT NULL;
    -- rows that came while nobody maintained stand in the default partition: their hour stays there
    CONTINUE WHEN EXISTS (SELECT FROM outbox_default WHERE created_at >= hour AND created_at < hour + interval '1 hour');
    EXECUTE format('CREATE TABLE outbox_%s PARTITION OF outbox FOR VALUES FROM (%L) TO (%L)',
                   to_char(hour, 'YYYYMMDDHH24'), hour, hour + interval '1 hour');
  END LOOP;
  FOR part IN SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
              WHERE i.inhparent = 'outbox'::regclass AND c.relname ~ '^outbox_[0-9]{10}$'
                AND to_timestamp(right(c.relname, 10), 'YYYYMMDDHH24') < now() - retention - interval '1 hour' LOOP
    EXECUTE format('SELECT EXISTS (SELECT FROM %I WHERE published_at IS NULL OR published_at > now() - %L::interval)', part.relname, retention) INTO owed;
    IF NOT owed THEN EXECUTE format('DROP TABLE %I', part.relname); END IF;
  END LOOP;
  DELETE FROM outbox_default WHERE published_at < now() - retention;
END $$;
REVOKE ALL ON FUNCTION outbox_maintain FROM PUBLIC;
GRANT EXECUTE ON FUNCTION outbox_maintain TO {{schema}}_worker;
SELECT outbox_maintain(interval '24 hours');
