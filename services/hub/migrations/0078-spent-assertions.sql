-- Assertions of SAML identity providers that have signed someone in: each signs in once, on whichever pod.
CREATE TABLE spent_assertion (
  tenant_id text NOT NULL,
  directory_id text NOT NULL,
  -- SHA-256 of the assertion's ID
  id_hash bytea NOT NULL,
  -- when the assertion's own times prevent another use
  expires_at timestamptz NOT NULL,
  CONSTRAINT spent_assertion__id_key PRIMARY KEY (tenant_id, directory_id, id_hash)
);
CREATE INDEX spent_assertion__expires_at ON spent_assertion (expires_at);
SELECT own_by_tenant('spent_assertion');
SELECT show_to_worker('spent_assertion');
GRANT SELECT (tenant_id, directory_id, id_hash, expires_at), DELETE ON spent_assertion TO {{schema}}_worker;
