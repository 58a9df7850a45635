-- Keys of erased people who must not come back by themselves.
CREATE TABLE erasure_suppressions (
  tenant_id text NOT NULL,
  key_hash bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, key_hash)
);
CREATE INDEX erasure_suppressions__created_at ON erasure_suppressions (created_at);
SELECT own_by_tenant('erasure_suppressions');
SELECT show_to_worker('erasure_suppressions');
GRANT SELECT (created_at), DELETE ON erasure_suppressions TO directory_worker;

-- Answers of ProvisionUser, so that a repeated login gets the same one.
CREATE TABLE provisioned_logins (
  tenant_id text NOT NULL,
  login_id text NOT NULL,
  response jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, login_id)
);
CREATE INDEX provisioned_logins__created_at ON provisioned_logins (created_at);
SELECT own_by_tenant('provisioned_logins');
SELECT show_to_worker('provisioned_logins');
GRANT SELECT (created_at), DELETE ON provisioned_logins TO directory_worker;
