-- OAuth clients of tenants, their secrets and their claims webhooks.
CREATE TABLE application (
  tenant_id text NOT NULL,
  client_id text NOT NULL,
  name text NOT NULL,
  type text NOT NULL CHECK (type IN ('web', 'spa', 'native', 'm2m', 'device')),
  -- The further members of the resource, validated, under their names in the API; absent members have their defaults.
  settings jsonb NOT NULL DEFAULT '{}',
  allowed_scopes text[] NOT NULL DEFAULT '{}',
  enabled boolean NOT NULL DEFAULT true,
  is_platform boolean NOT NULL DEFAULT false,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- The id of a deleted client stays taken for 30 days.
  deleted_at timestamptz,
  CONSTRAINT application__client_id_key PRIMARY KEY (tenant_id, client_id)
);
CREATE INDEX application__created_at ON application (tenant_id, created_at, client_id) WHERE deleted_at IS NULL;
CREATE INDEX application__deleted_at ON application (deleted_at) WHERE deleted_at IS NOT NULL;
SELECT own_by_tenant('application');
SELECT show_to_worker('application');
GRANT SELECT, DELETE ON application TO {{schema}}_worker;

CREATE TABLE application_secret (
  tenant_id text NOT NULL,
  client_id text NOT NULL,
  id text NOT NULL,
  -- SHA-256: the secret has 256 bits of entropy.
  secret_hash bytea NOT NULL,
  last4 text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz,
  last_used_at timestamptz,
  CONSTRAINT application_secret__id_key PRIMARY KEY (tenant_id, client_id, id),
  CONSTRAINT application_secret__client_id_fkey FOREIGN KEY (tenant_id, client_id) REFERENCES application ON DELETE CASCADE
);
CREATE INDEX application_secret__expires_at ON application_secret (expires_at) WHERE expires_at IS NOT NULL;
SELECT own_by_tenant('application_secret');
SELECT show_to_worker('application_secret');
GRANT SELECT (tenant_id, client_id, id, expires_at, last_used_at), UPDATE (last_used_at), DELETE ON application_secret TO {{schema}}_worker;

CREATE TABLE claims_webhook (
  tenant_id text NOT NULL,
  client_id text NOT NULL,
  url text NOT NULL,
  secret_sealed text NOT NULL,
  token_types text[] NOT NULL,
  failure_mode text NOT NULL DEFAULT 'omit' CHECK (failure_mode IN ('omit', 'deny')),
  timeout_milliseconds integer NOT NULL DEFAULT 1000,
  version integer NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT claims_webhook__client_id_key PRIMARY KEY (tenant_id, client_id),
  CONSTRAINT claims_webhook__client_id_fkey FOREIGN KEY (tenant_id, client_id) REFERENCES application ON DELETE CASCADE
);
SELECT own_by_tenant('claims_webhook');
