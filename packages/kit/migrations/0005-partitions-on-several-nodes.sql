-- The upkeep of partitions asks for rows in a form that Citus sends to its nodes: subqueries that return a column.

CREATE OR REPLACE FUNCTION partitions_maintain(log text, unit text, retention interval) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER
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
    EXECUTE format('SELECT EXISTS (SELECT 1 FROM %s WHERE %I >= $1 AND %2$I < $2)', strays, by_column) INTO present USING start, start + step;
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
  EXECUTE format('SELECT EXISTS (SELECT 1 FROM %s WHERE %I < $1)', strays, by_column) INTO present USING until;
  IF present THEN
    EXECUTE 'SELECT ' || hook INTO may_go USING strays, until;
    IF may_go THEN EXECUTE format('DELETE FROM %s WHERE %I < $1', strays, by_column) USING until; END IF;
  END IF;
  EXECUTE format('SELECT count(*) FROM %s', strays) INTO remaining;
  RETURN remaining;
END $$;
