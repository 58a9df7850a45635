-- What tells whether users may be let in, for all whose tokens are issued at the same time, in one round trip.
CREATE FUNCTION user_states(of_tenant text, ids text[])
RETURNS TABLE (id text, status text, organization_ids text[]) LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
BEGIN
  PERFORM set_config('platform.tenant_id', of_tenant, true);
  RETURN QUERY
    SELECT u.id, u.status, ARRAY(SELECT m.organization_id FROM memberships m
      JOIN organizations o ON o.tenant_id = of_tenant AND o.id = m.organization_id AND o.deleted_at IS NULL
      WHERE m.tenant_id = of_tenant AND m.user_id = u.id AND m.state = 'active')
    FROM users u WHERE u.tenant_id = of_tenant AND u.id = ANY (ids);
END $$;
REVOKE ALL ON FUNCTION user_states FROM PUBLIC;
GRANT EXECUTE ON FUNCTION user_states TO {{schema}}_app;
