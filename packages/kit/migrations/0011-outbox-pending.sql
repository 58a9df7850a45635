-- Rows of the outbox are written once. What is still to be published, and what was, stands in narrow tables beside them.

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

INSERT INTO outbox_pending (tenant_id, shard, chain, position, last_position, published_until, created_at)
SELECT tenant_id, shard, split_part(subject, '.', 1), position, position, position - 1, created_at FROM outbox WHERE published_at IS NULL;
INSERT INTO outbox_published (published_at, chain, shard, stream_seq, event_id, tenant_ids, positions, published_after, published_until, created_at)
SELECT published_at, split_part(subject, '.', 1), shard, max(stream_seq), (array_agg(event_id ORDER BY stream_seq DESC))[1],
  array_agg(tenant_id), array_agg(position), array_agg(position - 1), array_agg(position), array_agg(created_at)
FROM outbox WHERE stream_seq IS NOT NULL GROUP BY published_at, split_part(subject, '.', 1), shard;

-- A relay of the version before fails from here on, and leaves its rows to the others.
ALTER TABLE outbox DROP COLUMN published_at, DROP COLUMN stream_seq;
REVOKE UPDATE, DELETE ON outbox FROM {{schema}}_worker;

-- Rows keep their part while they are pending, and while they were published too recently.
CREATE OR REPLACE FUNCTION outbox_before_drop(part regclass, until timestamptz) RETURNS boolean LANGUAGE plpgsql SET search_path = {{schema}}, pg_temp AS $$
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
