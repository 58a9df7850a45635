-- Invitations to organizations.
CREATE TABLE invitations (
  tenant_id text NOT NULL,
  id text NOT NULL COLLATE "C",
  organization_id text NOT NULL COLLATE "C",
  email text NOT NULL,
  email_key text NOT NULL COLLATE "C",
  roles text[] NOT NULL,
  state text NOT NULL CONSTRAINT invitations__state_check CHECK (state IN ('pending', 'accepted', 'revoked', 'expired')),
  inviter jsonb NOT NULL,
  locale text,
  message text,
  token_hash bytea NOT NULL,
  -- kept until the mail is sent
  token_sealed text,
  seal_key_id text GENERATED ALWAYS AS (split_part(token_sealed, '.', 2)) STORED,
  ttl_seconds int NOT NULL,
  expires_at timestamptz NOT NULL,
  accepted_at timestamptz,
  accepted_by text COLLATE "C",
  link_intent_id text,
  revoked_at timestamptz,
  ended_at timestamptz,
  sent_count int NOT NULL DEFAULT 0,
  last_sent_at timestamptz,
  delivery text NOT NULL CONSTRAINT invitations__delivery_check CHECK (delivery IN ('queued', 'sent', 'failed', 'not_configured')),
  -- how often a link was made; a mail of an earlier one is not sent
  link_number int NOT NULL DEFAULT 1,
  resent_at timestamptz[] NOT NULL DEFAULT '{}',
  version bigint NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX invitations__token_key ON invitations (tenant_id, token_hash);
CREATE UNIQUE INDEX invitations__pending_key ON invitations (tenant_id, organization_id, email_key) WHERE state = 'pending';
CREATE INDEX invitations__organization ON invitations (tenant_id, organization_id, id);
CREATE INDEX invitations__email ON invitations (tenant_id, email_key);
CREATE INDEX invitations__accepted_by ON invitations (tenant_id, accepted_by) WHERE accepted_by IS NOT NULL;
CREATE INDEX invitations__expiring ON invitations (expires_at) WHERE state = 'pending';
CREATE INDEX invitations__ended_at ON invitations (ended_at) WHERE ended_at IS NOT NULL;
SELECT own_by_tenant('invitations');
SELECT show_to_worker('invitations');
GRANT SELECT (tenant_id, id, state, expires_at, ended_at, seal_key_id), DELETE ON invitations TO {{schema}}_worker;
