-- Social providers that tenants let people sign in at.
CREATE TABLE social_connectors (
  tenant_id text NOT NULL,
  provider text NOT NULL COLLATE "C",
  -- all but the secrets
  settings json NOT NULL,
  -- sealed JSON: clientSecret, privateKey
  secrets text,
  secret_last4 text,
  secret_updated_at timestamptz,
  -- endpoints and keys that the issuer named
  discovery json,
  health text NOT NULL CONSTRAINT social_connectors__health CHECK (health IN ('ok', 'unverified', 'failing')),
  last_used_at timestamptz,
  version bigint NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  seal_key_id text GENERATED ALWAYS AS (split_part(secrets, '.', 2)) STORED,
  PRIMARY KEY (tenant_id, provider)
);
SELECT own_by_tenant('social_connectors');
SELECT show_to_worker('social_connectors');
GRANT SELECT (tenant_id, seal_key_id) ON social_connectors TO {{schema}}_worker;
