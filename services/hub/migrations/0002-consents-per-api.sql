-- Consents name the API of each scope, and single-use identifiers their kind.

-- Scopes of APIs of the tenant, by the id of the API: `{"apr_…": ["read"]}`. `scopes` are those of the issuer and of the platform's own API.
ALTER TABLE account_consent ADD COLUMN api_scopes jsonb NOT NULL DEFAULT '{}';

-- Unites two such values.
CREATE FUNCTION unite_api_scopes(one jsonb, other jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(jsonb_object_agg(api, (SELECT jsonb_agg(DISTINCT scope ORDER BY scope) FROM (
      SELECT jsonb_array_elements_text(coalesce(one -> api, '[]')) UNION SELECT jsonb_array_elements_text(coalesce(other -> api, '[]'))) AS of_api (scope))), '{}')
  FROM jsonb_object_keys(one || other) AS api
$$;
REVOKE ALL ON FUNCTION unite_api_scopes FROM PUBLIC;
GRANT EXECUTE ON FUNCTION unite_api_scopes TO {{schema}}_app;

-- Assertions and proofs are each accepted once, on whichever pod. `directory_id` is their issuer: a directory, or a client. Pods of the
-- previous release insert SAML assertions without a kind.
ALTER TABLE spent_assertion ADD COLUMN kind text NOT NULL DEFAULT 'saml' CHECK (kind IN ('assertion', 'dpop', 'saml', 'workload'));
ALTER TABLE spent_assertion DROP CONSTRAINT spent_assertion__id_key;
ALTER TABLE spent_assertion ADD CONSTRAINT spent_assertion__id_key PRIMARY KEY (tenant_id, kind, directory_id, id_hash);
GRANT SELECT (kind) ON spent_assertion TO {{schema}}_worker;
