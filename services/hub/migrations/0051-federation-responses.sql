-- What identity providers post to the hub (SAML, Apple), until the browser comes back to its login with it.
CREATE TABLE federation_response (
  tenant_id text NOT NULL,
  -- the login that it is for; a new response takes the place of the old
  uid text NOT NULL,
  -- SHA-256 of what the browser is given to fetch it with
  handle_hash bytea NOT NULL,
  form_sealed text NOT NULL,
  expires_at timestamptz NOT NULL,
  CONSTRAINT federation_response__uid_key PRIMARY KEY (tenant_id, uid)
);
CREATE INDEX federation_response__expires_at ON federation_response (expires_at);
SELECT own_by_tenant('federation_response');
SELECT show_to_worker('federation_response');
GRANT SELECT (tenant_id, uid, expires_at), DELETE ON federation_response TO {{schema}}_worker;
