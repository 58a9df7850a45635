-- The last check before an access token is signed knows the API that the token is for. Pods of the previous release call the function
-- without the API.
CREATE FUNCTION find_issue_facts(of_tenant text, home_tenant text, of_client text, held text[], of_user text, of_client_user text,
  grant_hash bytea, of_api text, of_api_client text)
RETURNS TABLE (has_client boolean, has_tenant boolean, has_grant boolean, has_api boolean, not_before bigint)
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
DECLARE
  is_enabled boolean;
  client_cutoff bigint;
BEGIN
  PERFORM set_config('platform.tenant_id', home_tenant, true);
  PERFORM pg_advisory_xact_lock_shared(hashtextextended(key, 0)) FROM unnest(held) AS key;
  SELECT EXISTS (SELECT FROM application WHERE tenant_id = home_tenant AND client_id = of_client AND enabled AND deleted_at IS NULL),
    (SELECT not_before FROM token_cutoff WHERE tenant_id = home_tenant AND kind = 'client' AND id = of_client) INTO is_enabled, client_cutoff;
  PERFORM set_config('platform.tenant_id', of_tenant, true);
  RETURN QUERY SELECT is_enabled,
    EXISTS (SELECT FROM tenant WHERE id = of_tenant AND state = 'active'),
    grant_hash IS NULL OR EXISTS (SELECT FROM oidc_artifact WHERE tenant_id = of_tenant AND model = 'Grant' AND id_hash = grant_hash),
    of_api IS NULL OR EXISTS (SELECT FROM api_resource WHERE tenant_id = of_tenant AND id = of_api AND enabled AND deleted_at IS NULL),
    greatest(client_cutoff, (SELECT max(not_before) FROM token_cutoff
      WHERE tenant_id = of_tenant AND (kind, id) IN (('tenant', of_tenant), ('subject', of_user), ('client_subject', of_client_user),
        ('resource', of_api), ('resource', of_api_client))));
END $$;
REVOKE ALL ON FUNCTION find_issue_facts(text, text, text, text[], text, text, bytea, text, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION find_issue_facts(text, text, text, text[], text, text, bytea, text, text) TO {{schema}}_app;

-- As find_client and find_token_client, with the APIs that the request names, or else those of what it redeems.
CREATE FUNCTION find_client_with_apis(of_tenant text, of_client text, named text[])
RETURNS TABLE (name text, type text, settings jsonb, allowed_scopes text[], secrets json, webhook json, may_have_policies boolean, apis json)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN
  PERFORM set_config('platform.tenant_id', of_tenant, true);
  RETURN QUERY SELECT name, type, settings, allowed_scopes, secrets, webhook, may_have_policies, requested_apis(of_tenant, of_client, named)
    FROM enabled_client WHERE tenant_id = of_tenant AND client_id = of_client;
END $$;

CREATE FUNCTION find_token_client(of_tenant text, of_client text, redeemed_model text, redeemed_hash bytea, named text[])
RETURNS TABLE (name text, type text, settings jsonb, allowed_scopes text[], secrets json, webhook json, may_have_policies boolean,
  redeemed jsonb, consumed_at timestamptz, granted jsonb, apis json) LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
DECLARE
  artifact record;
  grant_hash bytea;
  resources text[] := named;
BEGIN
  PERFORM set_config('platform.tenant_id', of_tenant, true);
  SELECT payload, consumed_at, grant_id INTO artifact FROM oidc_artifact
    WHERE tenant_id = of_tenant AND model = redeemed_model AND id_hash = redeemed_hash AND (expires_at IS NULL OR expires_at > now());
  grant_hash := sha256(convert_to(artifact.grant_id, 'UTF8'));
  IF cardinality(named) = 0 AND artifact.payload -> 'resource' <> '"urn:platform:product-api"' THEN
    resources := CASE jsonb_typeof(artifact.payload -> 'resource')
      WHEN 'array' THEN ARRAY(SELECT jsonb_array_elements_text(artifact.payload -> 'resource')) ELSE ARRAY[artifact.payload ->> 'resource'] END;
  END IF;
  RETURN QUERY SELECT name, type, settings, allowed_scopes, secrets, webhook, may_have_policies, artifact.payload, artifact.consumed_at,
      (SELECT payload FROM oidc_artifact WHERE tenant_id = of_tenant AND model = 'Grant' AND id_hash = grant_hash AND (expires_at IS NULL OR expires_at > now())),
      CASE WHEN cardinality(resources) > 0 THEN requested_apis(of_tenant, of_client, resources) END
    FROM enabled_client WHERE tenant_id = of_tenant AND client_id = of_client;
END $$;
REVOKE ALL ON FUNCTION find_client_with_apis, find_token_client(text, text, text, bytea, text[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION find_client_with_apis, find_token_client(text, text, text, bytea, text[]) TO {{schema}}_app;
