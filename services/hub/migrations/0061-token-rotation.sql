-- Rotates a refresh token in one round trip, where nothing stands against the access token that is about to be signed. Otherwise it raises an
-- error that undoes everything, and the hub takes the same steps one by one, to find out what it was.
CREATE FUNCTION rotate_refresh_token(of_tenant text, of_client text, of_user text, of_pair text, of_grant bytea, held text[], time_of_issue bigint, latest_cut bigint,
  used_hash bytea, next_hash bytea, next_payload jsonb, next_seconds double precision) RETURNS TABLE (is_rotated boolean)
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  PERFORM set_config('platform.tenant_id', of_tenant, true);
  -- Consents before tokens, and both before cut-offs, as where they are revoked: otherwise the two could wait for each other.
  UPDATE account_consent SET last_used_at = now()
    WHERE tenant_id = of_tenant AND user_id = of_user AND client_id = of_client AND last_used_at < now() - interval '1 minute';
  UPDATE oidc_artifact SET consumed_at = now()
    WHERE tenant_id = of_tenant AND model = 'RefreshToken' AND id_hash = used_hash AND consumed_at IS NULL;
  IF NOT FOUND THEN RAISE EXCEPTION 'another request has used the refresh token' USING ERRCODE = 'NOROT'; END IF;
  INSERT INTO oidc_artifact (tenant_id, model, id_hash, grant_id, payload, expires_at)
    VALUES (of_tenant, 'RefreshToken', next_hash, next_payload ->> 'grantId', next_payload, now() + make_interval(secs => next_seconds));
  -- Each statement sees what was committed before it: the last one sees every cut-off that the locks waited for.
  PERFORM pg_advisory_xact_lock_shared(hashtextextended(key, 0)) FROM unnest(held) AS key;
  RETURN QUERY SELECT true WHERE
    EXISTS (SELECT FROM application WHERE tenant_id = of_tenant AND client_id = of_client AND enabled AND deleted_at IS NULL)
    AND (SELECT state FROM tenant_by_id(of_tenant)) = 'active'
    AND EXISTS (SELECT FROM oidc_artifact WHERE tenant_id = of_tenant AND model = 'Grant' AND id_hash = of_grant)
    AND NOT EXISTS (SELECT FROM token_cutoff WHERE tenant_id = of_tenant
      AND (kind, id) IN (('client', of_client), ('tenant', of_tenant), ('subject', of_user), ('client_subject', of_pair))
      AND not_before BETWEEN time_of_issue AND latest_cut);
  IF NOT FOUND THEN RAISE EXCEPTION 'the token may not be issued' USING ERRCODE = 'NOROT'; END IF;
END $$;

-- What the engine looks for and stores by itself, each in one round trip.
CREATE FUNCTION find_artifact(of_tenant text, of_model text, of_hash bytea, of_uid text) RETURNS TABLE (payload jsonb, consumed_at timestamptz)
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
BEGIN
  PERFORM set_config('platform.tenant_id', of_tenant, true);
  IF of_uid IS NULL THEN
    RETURN QUERY SELECT payload, consumed_at FROM oidc_artifact
      WHERE tenant_id = of_tenant AND model = of_model AND id_hash = of_hash AND (expires_at IS NULL OR expires_at > now());
  ELSE
    RETURN QUERY SELECT payload, consumed_at FROM oidc_artifact
      WHERE tenant_id = of_tenant AND model = of_model AND uid = of_uid AND (expires_at IS NULL OR expires_at > now());
  END IF;
END $$;

CREATE FUNCTION store_artifact(of_tenant text, of_model text, of_hash bytea, of_grant text, of_uid text, of_user_code bytea, of_payload jsonb, seconds double precision)
RETURNS TABLE (is_stored boolean) LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  PERFORM set_config('platform.tenant_id', of_tenant, true);
  INSERT INTO oidc_artifact (tenant_id, model, id_hash, grant_id, uid, user_code_hash, payload, expires_at)
    VALUES (of_tenant, of_model, of_hash, of_grant, of_uid, of_user_code, of_payload, now() + make_interval(secs => seconds))
    ON CONFLICT ON CONSTRAINT oidc_artifact__id_key
    DO UPDATE SET payload = excluded.payload, grant_id = excluded.grant_id, uid = excluded.uid, expires_at = excluded.expires_at;
  RETURN QUERY SELECT true;
END $$;
REVOKE ALL ON FUNCTION rotate_refresh_token, find_artifact, store_artifact FROM PUBLIC;
GRANT EXECUTE ON FUNCTION rotate_refresh_token, find_artifact, store_artifact TO {{schema}}_app;

-- PostgreSQL takes a generic plan over partitions for dearer than it is, and would plan the joins of this function anew each time that it runs.
ALTER FUNCTION find_token_client SET plan_cache_mode = force_generic_plan;
