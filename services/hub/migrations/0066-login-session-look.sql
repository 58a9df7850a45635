-- A page of a login finds where it stands in one round trip.
CREATE FUNCTION find_login_session(of_tenant text, of_uid text)
RETURNS TABLE (version integer, flow_version bigint, activation_sequence bigint, state jsonb, progress_sealed text, expires_at timestamptz)
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
BEGIN
  PERFORM set_config('platform.tenant_id', of_tenant, true);
  RETURN QUERY SELECT version, flow_version, activation_sequence, state, progress_sealed, expires_at
    FROM login_session WHERE tenant_id = of_tenant AND uid = of_uid;
END $$;
REVOKE ALL ON FUNCTION find_login_session FROM PUBLIC;
GRANT EXECUTE ON FUNCTION find_login_session TO {{schema}}_app;
