-- Tables and functions that every service has in its schema.

-- Row-level security for tenant-owned tables, so that a query that forgets the tenant finds nothing.
-- A table whose rows are many and small may keep its tenant as the UUID within the id: 16 bytes for 31, in the row and in every index.
CREATE FUNCTION own_by_tenant(owned regclass) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  setting text := CASE (SELECT atttypid::regtype FROM pg_attribute WHERE attrelid = owned AND attname = 'tenant_id')
    WHEN 'uuid'::regtype THEN 'current_setting(''platform.tenant_uuid'')::uuid' ELSE 'current_setting(''platform.tenant_id'')' END;
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', owned);
  EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', owned);
  EXECUTE format('CREATE POLICY tenant ON %s TO {{schema}}_app USING (tenant_id = %s)', owned, setting);
  EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %s TO {{schema}}_app', owned);
END $$;

-- Lets background workers see a tenant-owned table across tenants; the columns are the grant's business.
CREATE FUNCTION show_to_worker(owned regclass) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE POLICY worker ON %s TO {{schema}}_worker USING (true)', owned);
END $$;

-- Answers kept for Idempotency-Key, written in the transaction of the effect they answer for.
CREATE TABLE idempotency_key (
  tenant_id text NOT NULL,
  caller text NOT NULL,
  key text NOT NULL,
  request_hash bytea NOT NULL,
  -- null while an operation that calls out is under way
  answer text,
  lease_until timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, caller, key)
);
CREATE INDEX idempotency_key__created_at ON idempotency_key (created_at);
SELECT own_by_tenant('idempotency_key');
SELECT show_to_worker('idempotency_key');
GRANT SELECT (created_at), DELETE ON idempotency_key TO {{schema}}_worker;

-- One upkeep of every table that is partitioned by time: partitions ahead, none past retention.

-- `unit` is hour, day, week or month; partitions are named by their start in UTC (events_20261116). Makes those of the
-- next three hours, four days, four weeks or two months, and drops those that ended before the retention began, the
-- oldest first. What stands in the default partition is held to the same. A function {table}_before_drop(part regclass,
-- until timestamptz), if there is one, notes what goes with the rows of before `until`, and answers whether they may go.
-- Answers how many rows stand in the default partition: none, unless nobody maintained for long.
CREATE FUNCTION partitions_maintain(log text, unit text, retention interval) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER
SET search_path = {{schema}}, pg_temp SET timezone = 'UTC' SET lock_timeout = '3s' AS $$
DECLARE
  parent regclass := to_regclass(format('{{schema}}.%I', log));
  strays regclass := to_regclass(format('{{schema}}.%I', log || '_default'));
  by_column text := (SELECT a.attname FROM pg_partitioned_table p JOIN pg_attribute a ON a.attrelid = p.partrelid AND a.attnum = p.partattrs[0]
                     WHERE p.partrelid = parent AND p.partstrat = 'r' AND p.partdefid = strays);
  step interval := CASE WHEN unit IN ('hour', 'day', 'week', 'month') THEN ('1 ' || unit)::interval END;
  ahead integer := CASE unit WHEN 'hour' THEN 3 WHEN 'month' THEN 2 ELSE 4 END;
  form text := CASE unit WHEN 'hour' THEN 'YYYYMMDDHH24' WHEN 'month' THEN 'YYYYMM' ELSE 'YYYYMMDD' END;
  digits integer := CASE unit WHEN 'hour' THEN 10 WHEN 'month' THEN 6 ELSE 8 END;
  until timestamptz := now() - retention;
  hook text := CASE WHEN to_regprocedure(format('{{schema}}.%I(regclass, timestamptz)', log || '_before_drop')) IS NULL THEN 'true'
                    ELSE format('%I($1, $2)', log || '_before_drop') END;
  start timestamptz;
  part regclass;
  present boolean;
  may_go boolean;
  remaining bigint;
BEGIN
  IF by_column IS NULL OR step IS NULL THEN RAISE EXCEPTION 'no such log: % by %', log, unit; END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('{{schema}} partitions_maintain ' || log, 0));
  FOR i IN 0..ahead LOOP
    start := date_trunc(unit, now()) + i * step;
    CONTINUE WHEN to_regclass(format('{{schema}}.%I', log || '_' || to_char(start, form))) IS NOT NULL;
    -- rows that came while nobody maintained stand in the default partition: their time stays there
    EXECUTE format('SELECT EXISTS (SELECT FROM %s WHERE %I >= $1 AND %2$I < $2)', strays, by_column) INTO present USING start, start + step;
    CONTINUE WHEN present;
    EXECUTE format('CREATE TABLE %I PARTITION OF %s FOR VALUES FROM (%L) TO (%L)', log || '_' || to_char(start, form), parent, start, start + step);
  END LOOP;
  -- oldest first: what remains is always the end of a log
  FOR part IN SELECT c.oid FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
              WHERE i.inhparent = parent AND c.relname ~ format('^%s_[0-9]{%s}$', log, digits)
                AND to_timestamp(right(c.relname, digits), form) + step < until ORDER BY c.relname LOOP
    EXECUTE 'SELECT ' || hook INTO may_go USING part, until;
    IF may_go THEN EXECUTE format('DROP TABLE %s', part); END IF;
  END LOOP;
  EXECUTE format('SELECT EXISTS (SELECT FROM %s WHERE %I < $1)', strays, by_column) INTO present USING until;
  IF present THEN
    EXECUTE 'SELECT ' || hook INTO may_go USING strays, until;
    IF may_go THEN EXECUTE format('DELETE FROM %s WHERE %I < $1', strays, by_column) USING until; END IF;
  END IF;
  EXECUTE format('SELECT count(*) FROM %s', strays) INTO remaining;
  RETURN remaining;
END $$;
REVOKE ALL ON FUNCTION partitions_maintain FROM PUBLIC;
GRANT EXECUTE ON FUNCTION partitions_maintain TO {{schema}}_worker;

-- Facts to publish to the bus, written in the transaction that made them, and written once. The narrow tables below hold which rows are to be
-- published, and which were.
CREATE TABLE outbox (
  tenant_id text NOT NULL,
  position bigint GENERATED ALWAYS AS IDENTITY,
  shard smallint NOT NULL,
  ordering_key text NOT NULL,
  event_id text NOT NULL,
  subject text NOT NULL,
  envelope json NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, created_at, position)
) PARTITION BY RANGE (created_at);
CREATE TABLE outbox_default PARTITION OF outbox DEFAULT;
SELECT own_by_tenant('outbox');
SELECT show_to_worker('outbox');
GRANT SELECT ON outbox TO {{schema}}_worker;
SELECT partitions_maintain('outbox', 'hour', interval '24 hours');

-- The rows that one statement wrote of one chain, while some of them are to be published.
CREATE TABLE outbox_pending (
  tenant_id text NOT NULL,
  -- the first and the last of them
  position bigint NOT NULL,
  last_position bigint NOT NULL,
  -- those up to here are published
  published_until bigint NOT NULL,
  shard smallint NOT NULL,
  chain text NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT outbox_pending__pkey PRIMARY KEY (tenant_id, position)
) WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
CREATE INDEX outbox_pending__shard ON outbox_pending (shard, position);
SELECT own_by_tenant('outbox_pending');
SELECT show_to_worker('outbox_pending');
GRANT SELECT, INSERT, UPDATE, DELETE ON outbox_pending TO {{schema}}_worker;

-- What a relay published together: so much of which spans, and the highest number that the stream promised for it.
CREATE TABLE outbox_published (
  published_at timestamptz NOT NULL DEFAULT now(),
  id bigint GENERATED ALWAYS AS IDENTITY,
  chain text NOT NULL,
  shard smallint NOT NULL,
  stream_seq bigint NOT NULL,
  -- the event that has that number
  event_id text NOT NULL,
  tenant_ids text[] NOT NULL,
  positions bigint[] NOT NULL,
  -- from behind the first of these to the second
  published_after bigint[] NOT NULL,
  published_until bigint[] NOT NULL,
  created_at timestamptz[] NOT NULL,
  CONSTRAINT outbox_published__pkey PRIMARY KEY (published_at, id)
) PARTITION BY RANGE (published_at);
CREATE INDEX outbox_published__stream_seq ON outbox_published (chain, stream_seq);
CREATE TABLE outbox_published_default PARTITION OF outbox_published DEFAULT;
GRANT SELECT, INSERT, DELETE ON outbox_published TO {{schema}}_worker;
SELECT partitions_maintain('outbox_published', 'hour', interval '24 hours');

-- In the database, so that a row is pending whoever writes it.
CREATE FUNCTION outbox_await() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO {{schema}}.outbox_pending (tenant_id, shard, chain, position, last_position, published_until, created_at)
  SELECT tenant_id, shard, split_part(subject, '.', 1), min(position), max(position), min(position) - 1, created_at
  FROM written GROUP BY tenant_id, shard, split_part(subject, '.', 1), created_at;
  RETURN NULL;
END $$;
CREATE TRIGGER outbox__pending AFTER INSERT ON outbox REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION outbox_await();

-- Rows keep their part while they are pending, and while they were published too recently.
CREATE FUNCTION outbox_before_drop(part regclass, until timestamptz) RETURNS boolean LANGUAGE plpgsql SET search_path = {{schema}}, pg_temp AS $$
DECLARE
  kept boolean;
BEGIN
  EXECUTE format('SELECT EXISTS (SELECT FROM outbox_pending p JOIN %1$s o ON o.tenant_id = p.tenant_id AND o.created_at = p.created_at AND o.position = p.last_position
                    WHERE p.created_at < $1)
                  OR EXISTS (SELECT FROM outbox_published b CROSS JOIN LATERAL unnest(b.tenant_ids, b.created_at, b.published_until) AS s (tenant_id, created_at, position)
                    JOIN %1$s o ON o.tenant_id = s.tenant_id AND o.created_at = s.created_at AND o.position = s.position
                    WHERE b.published_at > $1 AND s.created_at < $1)', part) INTO kept USING until;
  RETURN NOT kept;
END $$;
REVOKE ALL ON FUNCTION outbox_before_drop FROM PUBLIC;

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

-- Tenants that were deleted: what still arrives of them is not kept.
CREATE TABLE purged_tenant (
  tenant_id text NOT NULL PRIMARY KEY,
  purged_at timestamptz NOT NULL DEFAULT now()
);
SELECT own_by_tenant('purged_tenant');

-- What was answered to requests about a person, by request id and phase: a repeat gets the same answer.
CREATE TABLE data_subject_request (
  tenant_id text NOT NULL,
  request_id text NOT NULL,
  phase text NOT NULL,
  -- SHA-256 of what was asked: the person is not named here
  request_hash bytea NOT NULL,
  answer jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, request_id, phase)
);
SELECT own_by_tenant('data_subject_request');

-- How far each consumer has applied its stream, and which pod holds each of its partitions.
CREATE TABLE stream_position (
  consumer text NOT NULL,
  partition text NOT NULL,
  -- the last message before the first unapplied one; null until the consumer has begun
  stream_seq bigint,
  -- when the stream stored that message: a stream that lost its end gives its numbers away again, but not this
  stored_at timestamptz,
  epoch bigint NOT NULL DEFAULT 0,
  holder text,
  held_until timestamptz NOT NULL DEFAULT '-infinity',
  CONSTRAINT stream_position__pkey PRIMARY KEY (consumer, partition),
  -- makes the epoch part of a key, so that FOR KEY SHARE keeps a take-over waiting, but neither renewals nor progress
  CONSTRAINT stream_position__epoch_key UNIQUE (consumer, partition, epoch)
) WITH (fillfactor = 50);
GRANT SELECT, INSERT, UPDATE ON stream_position TO {{schema}}_worker;

-- Pods that can hold partitions of a consumer; each takes an equal share.
CREATE TABLE stream_holder (
  consumer text NOT NULL,
  holder text NOT NULL,
  seen_until timestamptz NOT NULL,
  CONSTRAINT stream_holder__pkey PRIMARY KEY (consumer, holder)
) WITH (fillfactor = 50);
GRANT SELECT, INSERT, UPDATE, DELETE ON stream_holder TO {{schema}}_worker;

-- Holds a partition until the end of the transaction; fails with PLOST when another pod has taken it. The transaction of a
-- pod that stops responding ends after two seconds, so that it does not keep the next holder waiting.
CREATE FUNCTION hold_stream_position(of_consumer text, of_partition text, at_epoch bigint) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = {{schema}}, pg_temp AS $$
BEGIN
  PERFORM set_config('idle_in_transaction_session_timeout', '2s', true);
  PERFORM FROM stream_position WHERE consumer = of_consumer AND partition = of_partition AND epoch = at_epoch FOR KEY SHARE;
  IF NOT FOUND THEN RAISE EXCEPTION 'another pod holds partition % of %', of_partition, of_consumer USING ERRCODE = 'PLOST'; END IF;
END $$;
REVOKE ALL ON FUNCTION hold_stream_position FROM PUBLIC;
GRANT EXECUTE ON FUNCTION hold_stream_position TO {{schema}}_app, {{schema}}_worker;

-- Background jobs: what is to be done, how far it has come, and which worker holds it.
CREATE TABLE job (
  tenant_id text NOT NULL,
  id text NOT NULL COLLATE "C",
  kind text NOT NULL COLLATE "C",
  state text NOT NULL DEFAULT 'PENDING' CONSTRAINT job__state_check CHECK (state IN ('PENDING', 'RUNNING', 'COMPLETED', 'FAILED', 'CANCELED')),
  payload jsonb NOT NULL,
  -- 0 runs first
  priority smallint NOT NULL DEFAULT 5 CONSTRAINT job__priority_check CHECK (priority BETWEEN 0 AND 9),
  -- one open job of a kind in a tenant
  dedupe_key text,
  -- the person the job is about, whose erasure removes it
  subject_id text,
  run_at timestamptz NOT NULL DEFAULT now(),
  -- run_at has come; workers look for jobs among these alone
  is_due boolean NOT NULL DEFAULT true,
  attempts integer NOT NULL DEFAULT 0,
  max_attempts integer NOT NULL CONSTRAINT job__max_attempts_check CHECK (max_attempts > 0),
  -- the fencing token: counts claims
  epoch bigint NOT NULL DEFAULT 0,
  worker text,
  leased_until timestamptz,
  cancel_requested_at timestamptz,
  -- {code, message}, for operators
  last_error jsonb,
  progress jsonb,
  checkpoint jsonb,
  -- how a recurring job recurs; it never ends, it becomes pending again
  schedule text,
  retention interval NOT NULL DEFAULT interval '7 days',
  created_by jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  started_at timestamptz,
  completed_at timestamptz,
  expires_at timestamptz,
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT job__lease_check CHECK ((state = 'RUNNING') = (leased_until IS NOT NULL))
) WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
-- From tenant to tenant, and to the first job of each, in one step.
CREATE INDEX job__due ON job (kind, priority, tenant_id, run_at, id) WHERE state = 'PENDING' AND is_due;
CREATE INDEX job__deferred ON job (run_at) WHERE state = 'PENDING' AND NOT is_due;
CREATE INDEX job__running ON job (kind, tenant_id) WHERE state = 'RUNNING';
CREATE INDEX job__failed ON job (kind) WHERE state = 'FAILED';
CREATE INDEX job__expires_at ON job (expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX job__subject_id ON job (tenant_id, subject_id) WHERE subject_id IS NOT NULL;
CREATE INDEX job__id ON job (id);
-- Of no use to a search for due jobs, so that none is planned over it.
CREATE UNIQUE INDEX job__dedupe_key ON job (tenant_id, kind, dedupe_key) WHERE state IN ('PENDING', 'RUNNING') AND dedupe_key IS NOT NULL;
SELECT own_by_tenant('job');
-- Workers see which jobs there are and how they stand, not what they are about.
SELECT show_to_worker('job');
GRANT SELECT (tenant_id, id, kind, state, priority, run_at, is_due, attempts, max_attempts, epoch, worker, leased_until, cancel_requested_at, schedule, created_at, updated_at, started_at, completed_at, expires_at),
  UPDATE (state, run_at, is_due, attempts, epoch, worker, leased_until, updated_at, started_at), DELETE ON job TO {{schema}}_worker;

-- Names under which one pod at a time works, such as a change that calls another service between two transactions.
CREATE TABLE lease (
  name text NOT NULL CONSTRAINT lease__pkey PRIMARY KEY,
  -- a row is deleted after use: the time keeps a former holder from matching the next row
  epoch bigint NOT NULL DEFAULT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint,
  leased_until timestamptz
);
GRANT SELECT, INSERT, UPDATE, DELETE ON lease TO {{schema}}_worker;
