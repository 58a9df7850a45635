-- Access claims in the tokens of clients: what is wanted, what the hub has acknowledged, and the secret that signs its calls.
CREATE TABLE token_claims (
  tenant_id text NOT NULL,
  client_id text NOT NULL COLLATE "C",
  -- settings that the hub was last told of; null: off
  desired jsonb,
  -- settings in force; null: off
  acknowledged jsonb,
  -- where the hub was told to call, while on
  url text,
  -- kept while off, so that late calls still verify
  secret_sealed text,
  -- orders what the hub is told; it ignores lower ones
  version int NOT NULL,
  -- one more with each change that a reader can see
  revision bigint NOT NULL,
  -- since when the hub is being told; null: in sync
  pending_since timestamptz,
  enabled_at timestamptz,
  updated_at timestamptz,
  PRIMARY KEY (tenant_id, client_id)
);
CREATE INDEX token_claims__pending ON token_claims (pending_since) WHERE pending_since IS NOT NULL;
CREATE INDEX token_claims__url ON token_claims (url) WHERE url IS NOT NULL;
SELECT own_by_tenant('token_claims');
SELECT show_to_worker('token_claims');
GRANT SELECT (tenant_id, client_id, url, pending_since) ON token_claims TO {{schema}}_worker;
