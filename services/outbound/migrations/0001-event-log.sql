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

-- Makes the partitions of a log four ahead, drops those past retention and records what went with them. Answers how
-- many rows stand in the default partition: none, unless nobody maintained for weeks.
CREATE FUNCTION event_log_maintain(log text, unit text, retention interval) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER
SET search_path = {{schema}}, pg_temp SET timezone = 'UTC' SET lock_timeout = '3s' AS $$
DECLARE
  log_channel text := CASE log WHEN 'events' THEN 'events' WHEN 'audit_events' THEN 'audit' END;
  step interval := CASE unit WHEN 'week' THEN interval '7 days' WHEN 'day' THEN interval '1 day' END;
  start timestamptz;
  part record;
  present boolean;
  strays bigint;
BEGIN
  IF log_channel IS NULL OR step IS NULL THEN RAISE EXCEPTION 'no such log: % by %', log, unit; END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('{{schema}} event_log_maintain ' || log, 0));
  FOR i IN 0..4 LOOP
    start := date_trunc(unit, now()) + i * step;
    CONTINUE WHEN to_regclass(format('{{schema}}.%s_%s', log, to_char(start, 'YYYYMMDD'))) IS NOT NULL;
    EXECUTE format('SELECT EXISTS (SELECT FROM %s_default WHERE ingested_at >= %L AND ingested_at < %L)', log, start, start + step) INTO present;
    CONTINUE WHEN present;
    EXECUTE format('CREATE TABLE %1$s_%2$s PARTITION OF %1$s FOR VALUES FROM (%3$L) TO (%4$L)', log, to_char(start, 'YYYYMMDD'), start, start + step);
  END LOOP;
  -- oldest first: what remains is always the end of a log
  FOR part IN SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
              WHERE i.inhparent = format('{{schema}}.%s', log)::regclass AND c.relname ~ ('^' || log || '_[0-9]{8}$')
                AND to_timestamp(right(c.relname, 8), 'YYYYMMDD') + step < now() - retention ORDER BY c.relname LOOP
    -- readers take the parent's lock before their snapshot, so none can miss rows without seeing the record of it
    EXECUTE format('LOCK TABLE ONLY %s IN ACCESS EXCLUSIVE MODE', log);
    EXECUTE format(
      'INSERT INTO event_trim AS t (tenant_id, channel, trimmed_seq) SELECT tenant_id, %L, max(seq) FROM %I GROUP BY tenant_id
       ON CONFLICT (tenant_id, channel) DO UPDATE SET trimmed_seq = greatest(t.trimmed_seq, excluded.trimmed_seq), trimmed_at = now()', log_channel, part.relname);
    EXECUTE format('DROP TABLE %I', part.relname);
  END LOOP;
  EXECUTE format(
    'WITH gone AS (DELETE FROM %s_default WHERE ingested_at < now() - %L::interval RETURNING tenant_id, seq)
     INSERT INTO event_trim AS t (tenant_id, channel, trimmed_seq) SELECT tenant_id, %L, max(seq) FROM gone GROUP BY tenant_id
     ON CONFLICT (tenant_id, channel) DO UPDATE SET trimmed_seq = greatest(t.trimmed_seq, excluded.trimmed_seq), trimmed_at = now()', log, retention, log_channel);
  EXECUTE format('SELECT count(*) FROM %s_default', log) INTO strays;
  RETURN strays;
END $$;
REVOKE ALL ON FUNCTION event_log_maintain FROM PUBLIC;
GRANT EXECUTE ON FUNCTION event_log_maintain TO {{schema}}_worker;
SELECT event_log_maintain('events', 'week', interval '90 days'), event_log_maintain('audit_events', 'day', interval '14 days');
