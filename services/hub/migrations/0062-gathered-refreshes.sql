-- Reads and rotates refresh tokens that come together, in one round trip each. Every look-up is by a whole key that stands in a variable: where a
-- key is computed from another row, row-level security keeps it from the index, and each refresh would read all grants of its tenant.

-- The client, and what each of its requests redeems, with the grant that it comes from. `position` counts the requests from 1.
CREATE FUNCTION find_redeeming_client(of_tenant text, of_client text, models text[], hashes bytea[])
RETURNS TABLE ("position" bigint, name text, type text, settings jsonb, allowed_scopes text[], secrets json, webhook json, may_have_policies boolean,
  redeemed jsonb, consumed_at timestamptz, granted jsonb) LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
#variable_conflict use_column
BEGIN
  PERFORM set_config('platform.tenant_id', of_tenant, true);
  RETURN QUERY
    WITH c AS MATERIALIZED (SELECT * FROM engine_client WHERE tenant_id = of_tenant AND client_id = of_client)
    SELECT w.position, c.name, c.type, c.settings, c.allowed_scopes, c.secrets, c.webhook, c.may_have_policies, r.payload, r.consumed_at, g.payload
    FROM c CROSS JOIN unnest(models, hashes) WITH ORDINALITY AS w (model, hash, position)
      LEFT JOIN LATERAL (SELECT payload, consumed_at, grant_id FROM oidc_artifact WHERE tenant_id = of_tenant AND model = w.model AND id_hash = w.hash
        AND (expires_at IS NULL OR expires_at > now()) LIMIT 1) r ON true
      LEFT JOIN LATERAL (SELECT payload FROM oidc_artifact WHERE tenant_id = of_tenant AND model = 'Grant' AND id_hash = sha256(convert_to(r.grant_id, 'UTF8'))
        AND (expires_at IS NULL OR expires_at > now()) LIMIT 1) g ON true;
END $$;

-- Rotates those refresh tokens of a client of which nothing stands against the access tokens that are about to be signed, and returns their hashes.
-- The hub takes the same steps one by one for all others, to find out what it was. Each list has one element for each token; no cut-off between
-- `earliest_issue` and `latest_cut` may reach any of them.
--
-- Nothing here waits: what another transaction holds, a row or a cut-off, leaves its token out. So no token holds up another, and the order of
-- the locks does not matter.
CREATE FUNCTION rotate_refresh_tokens(of_tenant text, of_client text, client_locks text[], earliest_issue bigint, latest_cut bigint,
  users text[], pairs text[], user_locks text[], pair_locks text[], grants bytea[], used bytea[], successors bytea[], payloads text[], seconds double precision[])
RETURNS TABLE (rotated bytea) LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
#variable_conflict use_column
DECLARE
  held text[];
  passed bytea[];
  their_users text[];
BEGIN
  PERFORM set_config('platform.tenant_id', of_tenant, true);
  held := ARRAY(SELECT key FROM unnest(client_locks || user_locks || pair_locks) AS key WHERE pg_try_advisory_xact_lock_shared(hashtextextended(key, 0)));

  -- Each statement sees what was committed before it: those from here on see every cut-off that was over when the locks were taken.
  IF NOT client_locks <@ held
    OR NOT EXISTS (SELECT FROM application WHERE tenant_id = of_tenant AND client_id = of_client AND enabled AND deleted_at IS NULL)
    OR NOT EXISTS (SELECT FROM tenant WHERE id = of_tenant AND state = 'active')
    OR EXISTS (SELECT FROM token_cutoff WHERE tenant_id = of_tenant AND kind IN ('client', 'tenant') AND id IN (of_client, of_tenant)
      AND not_before BETWEEN earliest_issue AND latest_cut) THEN RETURN; END IF;
  SELECT array_agg(w.token), array_agg(w.user_id) INTO passed, their_users
  FROM unnest(users, pairs, user_locks, pair_locks, grants, used) AS w (user_id, pair, user_lock, pair_lock, grant_hash, token)
  WHERE ARRAY[w.user_lock, w.pair_lock] <@ held
    AND w.grant_hash = ANY (ARRAY(SELECT id_hash FROM oidc_artifact WHERE tenant_id = of_tenant AND model = 'Grant' AND id_hash = ANY (grants)))
    AND NOT ARRAY[w.user_id, w.pair] && ARRAY(SELECT id FROM token_cutoff WHERE tenant_id = of_tenant AND kind IN ('subject', 'client_subject')
      AND id = ANY (users || pairs) AND not_before BETWEEN earliest_issue AND latest_cut)
    AND w.token = ANY (ARRAY(SELECT id_hash FROM oidc_artifact WHERE tenant_id = of_tenant AND model = 'RefreshToken' AND id_hash = ANY (used)
      AND consumed_at IS NULL FOR UPDATE SKIP LOCKED));

  INSERT INTO oidc_artifact (tenant_id, model, id_hash, grant_id, payload, expires_at)
    SELECT of_tenant, 'RefreshToken', w.successor, w.payload ->> 'grantId', w.payload, now() + make_interval(secs => w.seconds)
    FROM unnest(used, successors, payloads::jsonb[], seconds) AS w (token, successor, payload, seconds) WHERE w.token = ANY (passed);
  UPDATE account_consent SET last_used_at = now() WHERE tenant_id = of_tenant AND client_id = of_client AND user_id = ANY (ARRAY(
    SELECT user_id FROM account_consent WHERE tenant_id = of_tenant AND client_id = of_client AND user_id = ANY (their_users)
      AND last_used_at < now() - interval '1 minute' FOR UPDATE SKIP LOCKED));
  RETURN QUERY UPDATE oidc_artifact SET consumed_at = now() WHERE tenant_id = of_tenant AND model = 'RefreshToken' AND id_hash = ANY (passed) RETURNING id_hash;
END $$;
REVOKE ALL ON FUNCTION find_redeeming_client, rotate_refresh_tokens FROM PUBLIC;
GRANT EXECUTE ON FUNCTION find_redeeming_client, rotate_refresh_tokens TO {{schema}}_app;
