-- Custom permissions and roles of tenants, and who holds a role in the whole tenant. System ones are code.
CREATE TABLE permissions (
  tenant_id text NOT NULL,
  id text NOT NULL,
  name text COLLATE "C" NOT NULL,
  display_name text,
  description text,
  client_id text,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT permissions__name_key UNIQUE (tenant_id, name)
);
CREATE INDEX permissions__client_id ON permissions (tenant_id, client_id) WHERE client_id IS NOT NULL;
SELECT own_by_tenant('permissions');

-- A deleted role stays: its key is never given out again.
CREATE TABLE roles (
  tenant_id text NOT NULL,
  id text NOT NULL,
  key text COLLATE "C" NOT NULL,
  display_name text,
  description text,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT roles__key_key UNIQUE (tenant_id, key)
);
SELECT own_by_tenant('roles');

CREATE TABLE role_permissions (
  tenant_id text NOT NULL,
  role_id text NOT NULL,
  permission text COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant_id, role_id, permission)
);
CREATE INDEX role_permissions__permission ON role_permissions (tenant_id, permission, role_id);
SELECT own_by_tenant('role_permissions');

CREATE TABLE role_assignments (
  tenant_id text NOT NULL,
  principal_type text NOT NULL,
  principal_id text NOT NULL,
  role_key text COLLATE "C" NOT NULL,
  id text NOT NULL,
  expires_at timestamptz,
  created_by jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, principal_type, principal_id, role_key),
  CONSTRAINT role_assignments__id_key UNIQUE (tenant_id, id)
);
CREATE INDEX role_assignments__principal ON role_assignments (tenant_id, principal_id, id);
CREATE INDEX role_assignments__role ON role_assignments (tenant_id, role_key, id);
CREATE INDEX role_assignments__expiry ON role_assignments (expires_at) WHERE expires_at IS NOT NULL;
SELECT own_by_tenant('role_assignments');
SELECT show_to_worker('role_assignments');
GRANT SELECT (tenant_id, id, expires_at) ON role_assignments TO {{schema}}_worker;
