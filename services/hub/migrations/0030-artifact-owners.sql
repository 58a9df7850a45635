-- Finds what the engine keeps by its user and client, since sessions and grants are revoked by them.
ALTER TABLE oidc_artifact
  ADD COLUMN account_id text GENERATED ALWAYS AS (payload ->> 'accountId') STORED,
  ADD COLUMN client_id text GENERATED ALWAYS AS (payload ->> 'clientId') STORED;
CREATE INDEX oidc_artifact__account_id ON oidc_artifact (tenant_id, account_id) WHERE account_id IS NOT NULL;
CREATE INDEX oidc_artifact__client_id ON oidc_artifact (tenant_id, client_id) WHERE client_id IS NOT NULL;
