-- Which applications a user has granted access, and what for. It outlives the grants of single sign-ins.
CREATE TABLE account_consent (
  tenant_id text NOT NULL,
  user_id text NOT NULL,
  client_id text NOT NULL,
  scopes text[] NOT NULL,
  claims text[] NOT NULL DEFAULT '{}',
  resources text[] NOT NULL DEFAULT '{}',
  granted_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT account_consent__client_key PRIMARY KEY (tenant_id, user_id, client_id)
);
SELECT own_by_tenant('account_consent');
