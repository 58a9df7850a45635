-- Setup links: an IT contact of an organization connects its systems with one, without an account.

CREATE TABLE setup_links (
  tenant_id text NOT NULL,
  id text NOT NULL COLLATE "C",
  organization_id text NOT NULL COLLATE "C",
  -- the link whose contact sent this one to a colleague
  parent_id text COLLATE "C",
  intents text[] NOT NULL,
  recipient text NOT NULL,
  recipient_key text NOT NULL COLLATE "C",
  locale text,
  -- SHA-256 of the current token, and of those that it replaced: they identify the link, but open nothing
  token_hash bytea NOT NULL,
  former_hashes bytea[] NOT NULL DEFAULT '{}',
  -- kept until the mail is sent
  token_sealed text,
  seal_key_id text GENERATED ALWAYS AS (split_part(token_sealed, '.', 2)) STORED,
  -- how often a token was made; a mail with an earlier one is not sent
  link_number int NOT NULL DEFAULT 1,
  -- when the recipient had new tokens sent, which limits further ones
  renewed_at timestamptz[] NOT NULL DEFAULT '{}',
  ttl_seconds int NOT NULL,
  expires_at timestamptz NOT NULL,
  -- no new token is made after that
  ends_at timestamptz NOT NULL,
  -- when the current token was spent
  spent_at timestamptz,
  opened_at timestamptz,
  completed_at timestamptz,
  revoked_at timestamptz,
  delivery text NOT NULL CONSTRAINT setup_links__delivery_check CHECK (delivery IN ('none', 'queued', 'sent', 'failed')),
  -- latest first
  actions jsonb NOT NULL DEFAULT '[]',
  -- the id of the next connection: people copy its URLs before it exists
  next_connection_id text NOT NULL,
  created_by jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX setup_links__token_key ON setup_links (tenant_id, token_hash);
CREATE INDEX setup_links__former_hashes ON setup_links USING gin (former_hashes);
CREATE INDEX setup_links__organization ON setup_links (tenant_id, organization_id, id);
CREATE INDEX setup_links__parent ON setup_links (tenant_id, parent_id) WHERE parent_id IS NOT NULL;
CREATE INDEX setup_links__recipient ON setup_links (tenant_id, recipient_key);
CREATE INDEX setup_links__ends_at ON setup_links (ends_at);
SELECT own_by_tenant('setup_links');
SELECT show_to_worker('setup_links');
GRANT SELECT (tenant_id, id, ends_at, seal_key_id), DELETE ON setup_links TO {{schema}}_worker;
