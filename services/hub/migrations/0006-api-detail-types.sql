-- Types of authorization details (RFC 9396) that APIs define, and those that an application may request.
CREATE TABLE api_detail_type (
  tenant_id text NOT NULL,
  api_id text NOT NULL,
  type text COLLATE "C" NOT NULL,
  -- json keeps the order of members, as the caller wrote them
  schema json NOT NULL,
  -- Sentences by locale.
  display jsonb NOT NULL,
  max_instances integer NOT NULL,
  requires jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- Requests name a type without its API.
  CONSTRAINT api_detail_type__type_key PRIMARY KEY (tenant_id, type),
  CONSTRAINT api_detail_type__api_fkey FOREIGN KEY (tenant_id, api_id) REFERENCES api_resource ON DELETE CASCADE
);
CREATE INDEX api_detail_type__api_id ON api_detail_type (tenant_id, api_id);
SELECT own_by_tenant('api_detail_type');

ALTER TABLE api_client ADD COLUMN detail_types text[] NOT NULL DEFAULT '{}';

-- As before, with the detail types of each API and those that the client may request.
CREATE OR REPLACE FUNCTION requested_apis(of_tenant text, of_client text, named text[]) RETURNS json LANGUAGE sql STABLE AS $$
  SELECT coalesce(json_agg(json_build_object('id', a.id, 'identifier', a.identifier, 'name', a.name, 'settings', a.settings,
    'scopes', (SELECT coalesce(json_agg(json_build_object('name', s.name, 'displayName', s.display_name, 'description', s.description, 'permission', s.permission,
        'requires', s.requires, 'sensitive', s.sensitive) ORDER BY s.name), '[]')
      FROM api_scope s WHERE s.tenant_id = of_tenant AND s.api_id = a.id),
    'detailTypes', (SELECT coalesce(json_agg(json_build_object('type', d.type, 'schema', d.schema, 'display', d.display, 'maxInstances', d.max_instances,
        'requires', d.requires) ORDER BY d.type), '[]')
      FROM api_detail_type d WHERE d.tenant_id = of_tenant AND d.api_id = a.id),
    'client', (SELECT json_build_object('scopes', c.scopes, 'modes', c.modes, 'detailTypes', c.detail_types)
      FROM api_client c WHERE c.tenant_id = of_tenant AND c.api_id = a.id AND c.client_id = of_client))), '[]')
  FROM api_resource a WHERE a.tenant_id = of_tenant AND (a.canonical = ANY (named) OR a.identifier = ANY (named)) AND a.enabled AND a.deleted_at IS NULL
$$;
