-- Tenants and the names that they took for ever.
CREATE TABLE tenant (
  id text NOT NULL CONSTRAINT tenant__id_key PRIMARY KEY,
  slug text NOT NULL,
  mode text NOT NULL CHECK (mode IN ('live', 'test')),
  parent_tenant_id text REFERENCES tenant (id),
  name text NOT NULL,
  contact_email text,
  region text,
  -- The first administrator, {type, id}.
  owner jsonb,
  state text NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'suspended', 'deleting', 'deleted')),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  CHECK ((mode = 'test') = (parent_tenant_id IS NOT NULL))
);
CREATE UNIQUE INDEX tenant__parent_tenant_id_key ON tenant (parent_tenant_id);
CREATE INDEX tenant__created_at ON tenant (created_at, id);
CREATE INDEX tenant__deleted_at ON tenant (deleted_at) WHERE state = 'deleting';

-- The label before the platform's domain, `{slug}` or `{slug}--test`: taken once, released never.
CREATE TABLE slug_reservation (
  slug text NOT NULL CONSTRAINT slug_reservation__slug_key PRIMARY KEY,
  tenant_id text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- Answers kept for the request ids of tenant creation: a lost answer held the only copy of a secret.
CREATE TABLE tenant_request (
  request_id text NOT NULL CONSTRAINT tenant_request__request_id_key PRIMARY KEY,
  tenant_id text NOT NULL,
  request_hash bytea NOT NULL,
  answer text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX tenant_request__created_at ON tenant_request (created_at);

-- A tenant is made, and changed, in a transaction of its own id. Not forced: the definer functions below look further.
ALTER TABLE tenant ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant ON tenant TO {{schema}}_app USING (id = current_setting('platform.tenant_id'));
CREATE POLICY worker ON tenant TO {{schema}}_worker USING (true);
GRANT SELECT, INSERT, UPDATE ON tenant TO {{schema}}_app;
GRANT SELECT ON tenant TO {{schema}}_worker;

ALTER TABLE slug_reservation ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant ON slug_reservation TO {{schema}}_app USING (tenant_id = current_setting('platform.tenant_id'));
GRANT SELECT, INSERT ON slug_reservation TO {{schema}}_app;

ALTER TABLE tenant_request ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant ON tenant_request TO {{schema}}_app USING (tenant_id = current_setting('platform.tenant_id'));
CREATE POLICY worker ON tenant_request TO {{schema}}_worker USING (true);
GRANT SELECT, INSERT ON tenant_request TO {{schema}}_app;
GRANT SELECT, DELETE ON tenant_request TO {{schema}}_worker;

CREATE FUNCTION tenant_by_id(wanted text) RETURNS SETOF tenant LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = {{schema}}, pg_temp AS $$ SELECT * FROM tenant WHERE id = wanted $$;
CREATE FUNCTION tenant_by_label(wanted text) RETURNS SETOF tenant LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = {{schema}}, pg_temp AS $$ SELECT t.* FROM slug_reservation r JOIN tenant t ON t.id = r.tenant_id WHERE r.slug = wanted $$;
REVOKE ALL ON FUNCTION tenant_by_id, tenant_by_label FROM PUBLIC;
GRANT EXECUTE ON FUNCTION tenant_by_id, tenant_by_label TO {{schema}}_app, {{schema}}_worker;
