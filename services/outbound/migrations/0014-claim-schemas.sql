-- Claims that tenants add to tokens: the type of each, where its value comes from, who gets it.
CREATE TABLE claim_schemas (
  tenant_id text NOT NULL,
  claim_name text NOT NULL,
  -- json keeps the order of members, as the caller wrote them
  schema json NOT NULL,
  source json NOT NULL,
  -- of a source that is an endpoint
  endpoint_id text,
  client_ids text[] NOT NULL,
  scopes text[] NOT NULL,
  tokens text[] NOT NULL,
  required boolean NOT NULL,
  -- text: null is a value, too
  default_json text,
  description text,
  enabled boolean NOT NULL,
  revision bigint NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, claim_name),
  CONSTRAINT claim_schemas__default CHECK (default_json IS NULL OR NOT required)
);
SELECT own_by_tenant('claim_schemas');
