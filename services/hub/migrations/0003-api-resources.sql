-- APIs of tenants: their scopes, the applications that may use them, and the keys that sign their tokens.
CREATE TABLE api_resource (
  tenant_id text NOT NULL,
  id text NOT NULL,
  identifier text NOT NULL,
  -- The identifier with an empty path written as `/` (RFC 3986 §6.2.3): clients send either form.
  canonical text NOT NULL,
  name text NOT NULL,
  -- The further members of the resource, validated, under their names in the API; absent members have their defaults.
  settings jsonb NOT NULL DEFAULT '{}',
  enabled boolean NOT NULL DEFAULT true,
  -- null while the API is enabled
  tokens_live_until timestamptz,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- The identifier of a deleted API stays taken for 30 days.
  deleted_at timestamptz,
  CONSTRAINT api_resource__id_key PRIMARY KEY (tenant_id, id),
  CONSTRAINT api_resource__identifier_key UNIQUE (tenant_id, canonical)
);
CREATE INDEX api_resource__created_at ON api_resource (tenant_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX api_resource__deleted_at ON api_resource (deleted_at) WHERE deleted_at IS NOT NULL;
SELECT own_by_tenant('api_resource');
SELECT show_to_worker('api_resource');
GRANT SELECT (tenant_id, id, deleted_at), DELETE ON api_resource TO {{schema}}_worker;

CREATE TABLE api_scope (
  tenant_id text NOT NULL,
  api_id text NOT NULL,
  name text COLLATE "C" NOT NULL,
  -- Texts by locale.
  display_name jsonb NOT NULL,
  description jsonb NOT NULL DEFAULT '{}',
  -- A custom permission, by name.
  permission text,
  requires jsonb,
  sensitive boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT api_scope__name_key PRIMARY KEY (tenant_id, api_id, name),
  CONSTRAINT api_scope__api_fkey FOREIGN KEY (tenant_id, api_id) REFERENCES api_resource ON DELETE CASCADE
);
SELECT own_by_tenant('api_scope');

CREATE TABLE api_client (
  tenant_id text NOT NULL,
  api_id text NOT NULL,
  client_id text COLLATE "C" NOT NULL,
  -- null: every scope of the API
  scopes text[],
  modes text[] NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT api_client__client_key PRIMARY KEY (tenant_id, api_id, client_id),
  CONSTRAINT api_client__api_fkey FOREIGN KEY (tenant_id, api_id) REFERENCES api_resource ON DELETE CASCADE,
  CONSTRAINT api_client__client_fkey FOREIGN KEY (tenant_id, client_id) REFERENCES application ON DELETE CASCADE
);
CREATE INDEX api_client__client_id ON api_client (tenant_id, client_id);
SELECT own_by_tenant('api_client');

-- Keys of the family `resource` belong to the tenant whose APIs' tokens they sign, the others to the platform's own tenant.
ALTER TABLE signing_key ADD COLUMN tenant_id text NOT NULL DEFAULT 'tnt_00000000000000000000000001';
ALTER TABLE signing_key DROP CONSTRAINT signing_key_family_check;
ALTER TABLE signing_key ADD CONSTRAINT signing_key_family_check CHECK (family IN ('ES256', 'RS256', 'documents', 'resource'));
CREATE INDEX signing_key__tenant_id ON signing_key (tenant_id) WHERE family = 'resource';
DROP POLICY platform ON signing_key;
SELECT own_by_tenant('signing_key');
-- Workers see under which key a private half is sealed, and whose it is, so that it can be moved to another; never the private half.
SELECT show_to_worker('signing_key');
GRANT SELECT (tenant_id, family, seal_key_id) ON signing_key TO {{schema}}_worker;

-- A cut-off of the kind `resource` ends the tokens of one API, or those of one client for it.
ALTER TABLE token_cutoff DROP CONSTRAINT token_cutoff_kind_check;
ALTER TABLE token_cutoff ADD CONSTRAINT token_cutoff_kind_check
  CHECK (kind IN ('tenant', 'client', 'subject', 'client_subject', 'session', 'token', 'resource'));

-- The enabled APIs with these identifiers, as they are stored or in their canonical form, and the access of a client to each.
CREATE FUNCTION requested_apis(of_tenant text, of_client text, named text[]) RETURNS json LANGUAGE sql STABLE AS $$
  SELECT coalesce(json_agg(json_build_object('id', a.id, 'identifier', a.identifier, 'name', a.name, 'settings', a.settings,
    'scopes', (SELECT coalesce(json_agg(json_build_object('name', s.name, 'displayName', s.display_name, 'description', s.description, 'permission', s.permission,
        'requires', s.requires, 'sensitive', s.sensitive) ORDER BY s.name), '[]')
      FROM api_scope s WHERE s.tenant_id = of_tenant AND s.api_id = a.id),
    'client', (SELECT json_build_object('scopes', c.scopes, 'modes', c.modes)
      FROM api_client c WHERE c.tenant_id = of_tenant AND c.api_id = a.id AND c.client_id = of_client))), '[]')
  FROM api_resource a WHERE a.tenant_id = of_tenant AND (a.canonical = ANY (named) OR a.identifier = ANY (named)) AND a.enabled AND a.deleted_at IS NULL
$$;

CREATE FUNCTION find_requested_apis(of_tenant text, of_client text, named text[]) RETURNS TABLE (apis json) LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('platform.tenant_id', of_tenant, true);
  RETURN QUERY SELECT requested_apis(of_tenant, of_client, named);
END $$;
REVOKE ALL ON FUNCTION requested_apis, find_requested_apis FROM PUBLIC;
GRANT EXECUTE ON FUNCTION requested_apis, find_requested_apis TO {{schema}}_app;
