-- Rows of the outbox are written together with what is pending, by a function instead of a trigger: Citus distributes no table with triggers.

CREATE FUNCTION outbox_write(of_tenant text, of_shard smallint, ordering_keys text[], event_ids text[], subjects text[], envelopes text[])
RETURNS void LANGUAGE plpgsql SET search_path = {{schema}}, pg_temp AS $$
#variable_conflict use_column
DECLARE
  of_chain text;
  written bigint;
  first_position bigint;
  end_position bigint;
BEGIN
  PERFORM set_config('platform.outbox_is_noted', 'on', true);
  IF cardinality(subjects) = 1 THEN
    INSERT INTO outbox (tenant_id, shard, ordering_key, event_id, subject, envelope)
    VALUES (of_tenant, of_shard, ordering_keys[1], event_ids[1], subjects[1], envelopes[1]::json) RETURNING position INTO written;
    INSERT INTO outbox_pending (tenant_id, shard, chain, position, last_position, published_until, created_at)
    VALUES (of_tenant, of_shard, split_part(subjects[1], '.', 1), written, written, written - 1, now());
    RETURN;
  END IF;
  -- Two statements for each chain instead of a WITH that inserts, and no forced generic plan: Citus supports neither.
  FOR of_chain IN SELECT split_part(subject, '.', 1) FROM unnest(subjects) WITH ORDINALITY AS s (subject, n) GROUP BY 1 ORDER BY min(n) LOOP
    first_position := NULL;
    end_position := NULL;
    -- WITH ORDINALITY assigns positions in the order of the rows.
    FOR written IN
      INSERT INTO outbox (tenant_id, shard, ordering_key, event_id, subject, envelope)
      SELECT of_tenant, of_shard, r.key, r.event_id, r.subject, r.envelope::json
      FROM unnest(ordering_keys, event_ids, subjects, envelopes) WITH ORDINALITY AS r (key, event_id, subject, envelope, n)
      WHERE split_part(r.subject, '.', 1) = of_chain ORDER BY r.n RETURNING position
    LOOP
      first_position := least(first_position, written);
      end_position := greatest(end_position, written);
    END LOOP;
    INSERT INTO outbox_pending (tenant_id, shard, chain, position, last_position, published_until, created_at)
    VALUES (of_tenant, of_shard, of_chain, first_position, end_position, first_position - 1, now());
  END LOOP;
END $$;
REVOKE ALL ON FUNCTION outbox_write FROM PUBLIC;
GRANT EXECUTE ON FUNCTION outbox_write TO {{schema}}_app;

-- Pods of the previous release insert into the table and rely on the trigger. The next release drops it.
DROP TRIGGER outbox__pending ON outbox;
CREATE TRIGGER outbox__pending AFTER INSERT ON outbox REFERENCING NEW TABLE AS written FOR EACH STATEMENT
WHEN (current_setting('platform.outbox_is_noted', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION outbox_await();
