-- False until the access service announces the first access policy of a client: until then its tokens need not ask for policies. It is true of
-- the clients that are here already, and of those that pods of the previous release still create.
ALTER TABLE application ADD COLUMN may_have_policies boolean NOT NULL DEFAULT true;

-- What a request of a client needs first, in one round trip: the client, and at the token endpoint what it redeems and whether it may.
CREATE VIEW engine_client WITH (security_invoker = true) AS
SELECT a.tenant_id, a.client_id, a.name, a.type, a.settings, a.allowed_scopes,
  coalesce((SELECT json_agg(json_build_object('id', s.id, 'hash', encode(s.secret_hash, 'hex')) ORDER BY s.id DESC) FROM application_secret s
    WHERE s.tenant_id = a.tenant_id AND s.client_id = a.client_id AND (s.expires_at IS NULL OR s.expires_at > now())), '[]') AS secrets,
  CASE WHEN w.url IS NOT NULL THEN json_build_object('url', w.url, 'secretSealed', w.secret_sealed, 'tokenTypes', w.token_types, 'failureMode', w.failure_mode,
    'timeoutMilliseconds', w.timeout_milliseconds) END AS webhook, a.may_have_policies
FROM application a LEFT JOIN claims_webhook w ON w.tenant_id = a.tenant_id AND w.client_id = a.client_id
WHERE a.enabled AND a.deleted_at IS NULL;
GRANT SELECT ON engine_client TO {{schema}}_app;

CREATE FUNCTION find_engine_client(of_tenant text, of_client text)
RETURNS TABLE (name text, type text, settings jsonb, allowed_scopes text[], secrets json, webhook json, may_have_policies boolean) LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN
  PERFORM set_config('platform.tenant_id', of_tenant, true);
  RETURN QUERY SELECT name, type, settings, allowed_scopes, secrets, webhook, may_have_policies FROM engine_client
    WHERE tenant_id = of_tenant AND client_id = of_client;
END $$;

-- The statements of a function see what was committed before each of them, so that what follows the locks sees every cut-off that held them.
CREATE FUNCTION find_token_client(of_tenant text, of_client text, held text[], redeemed_model text, redeemed_hash bytea)
RETURNS TABLE (name text, type text, settings jsonb, allowed_scopes text[], secrets json, webhook json, may_have_policies boolean, is_tenant_active boolean, not_before bigint,
  redeemed jsonb, consumed_at timestamptz, granted jsonb) LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN
  PERFORM set_config('platform.tenant_id', of_tenant, true);
  PERFORM pg_advisory_xact_lock_shared(hashtextextended(key, 0)) FROM unnest(held) AS key;
  IF redeemed_hash IS NULL THEN
    RETURN QUERY SELECT c.name, c.type, c.settings, c.allowed_scopes, c.secrets, c.webhook, c.may_have_policies,
        (SELECT state FROM tenant_by_id(of_tenant)) = 'active',
        (SELECT max(not_before) FROM token_cutoff WHERE tenant_id = of_tenant AND (kind, id) IN (('client', of_client), ('tenant', of_tenant))),
        NULL::jsonb, NULL::timestamptz, NULL::jsonb
      FROM engine_client c WHERE c.tenant_id = of_tenant AND c.client_id = of_client;
    RETURN;
  END IF;
  -- The last check looks at cut-offs, when all else is written.
  RETURN QUERY SELECT c.name, c.type, c.settings, c.allowed_scopes, c.secrets, c.webhook, c.may_have_policies, NULL::boolean, NULL::bigint,
      r.payload, r.consumed_at, g.payload
    FROM engine_client c
      LEFT JOIN oidc_artifact r ON r.tenant_id = of_tenant AND r.model = redeemed_model AND r.id_hash = redeemed_hash
        AND (r.expires_at IS NULL OR r.expires_at > now())
      LEFT JOIN oidc_artifact g ON g.tenant_id = of_tenant AND g.model = 'Grant' AND g.id_hash = sha256(convert_to(r.grant_id, 'UTF8'))
        AND (g.expires_at IS NULL OR g.expires_at > now())
    WHERE c.tenant_id = of_tenant AND c.client_id = of_client;
END $$;
REVOKE ALL ON FUNCTION find_engine_client, find_token_client FROM PUBLIC;
GRANT EXECUTE ON FUNCTION find_engine_client, find_token_client TO {{schema}}_app;
