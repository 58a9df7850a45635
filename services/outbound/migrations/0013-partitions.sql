-- The partitions of events, audit, deliveries and attempts are kept by the platform's one function; a trimmed log remembers up to where.
CREATE FUNCTION note_event_trim(log_channel text, part regclass, until timestamptz) RETURNS boolean LANGUAGE plpgsql SET search_path = {{schema}}, pg_temp AS $$
BEGIN
  EXECUTE format(
    'INSERT INTO event_trim AS t (tenant_id, channel, trimmed_seq) SELECT tenant_id, $1, max(seq) FROM %s WHERE ingested_at < $2 GROUP BY tenant_id
     ON CONFLICT (tenant_id, channel) DO UPDATE SET trimmed_seq = greatest(t.trimmed_seq, excluded.trimmed_seq), trimmed_at = now()', part) USING log_channel, until;
  RETURN true;
END $$;
REVOKE ALL ON FUNCTION note_event_trim FROM PUBLIC;

CREATE FUNCTION events_before_drop(part regclass, until timestamptz) RETURNS boolean LANGUAGE plpgsql SET search_path = {{schema}}, pg_temp AS $$
BEGIN
  -- readers take the parent's lock before their snapshot, so none can miss rows without seeing the record of it
  LOCK TABLE ONLY events IN ACCESS EXCLUSIVE MODE;
  RETURN note_event_trim('events', part, until);
END $$;
REVOKE ALL ON FUNCTION events_before_drop FROM PUBLIC;

CREATE FUNCTION audit_events_before_drop(part regclass, until timestamptz) RETURNS boolean LANGUAGE plpgsql SET search_path = {{schema}}, pg_temp AS $$
BEGIN
  LOCK TABLE ONLY audit_events IN ACCESS EXCLUSIVE MODE;
  RETURN note_event_trim('audit', part, until);
END $$;
REVOKE ALL ON FUNCTION audit_events_before_drop FROM PUBLIC;

DROP FUNCTION event_log_maintain;
DROP FUNCTION webhook_log_maintain;
