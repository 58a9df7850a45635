-- Intents to accept an invitation by signing in: one at a time for an invitation, redeemed once.
CREATE TABLE account_link_intent (
  tenant_id text NOT NULL,
  id text NOT NULL,
  token_hash bytea NOT NULL,
  invitation_id text NOT NULL,
  organization_id text NOT NULL,
  -- The account that is expected; null: any.
  user_id text,
  email text NOT NULL,
  return_to text,
  state text NOT NULL DEFAULT 'minted' CHECK (state IN ('minted', 'consumed', 'revoked')),
  refusals int NOT NULL DEFAULT 0,
  consumed_by text,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  CONSTRAINT account_link_intent__id_key PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX account_link_intent__token_key ON account_link_intent (tenant_id, token_hash);
CREATE UNIQUE INDEX account_link_intent__invitation_key ON account_link_intent (tenant_id, invitation_id) WHERE state = 'minted';
CREATE INDEX account_link_intent__expires_at ON account_link_intent (expires_at);
SELECT own_by_tenant('account_link_intent');
SELECT show_to_worker('account_link_intent');
GRANT SELECT (tenant_id, id, expires_at), DELETE ON account_link_intent TO {{schema}}_worker;
