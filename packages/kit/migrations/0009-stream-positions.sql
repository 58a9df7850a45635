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
