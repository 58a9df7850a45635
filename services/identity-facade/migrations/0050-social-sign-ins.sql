-- Sign-ins at social providers, and the identities that people have there.
CREATE TABLE social_attempts (
  tenant_id text NOT NULL,
  -- SHA-256 of the state that the provider returns
  state_hash bytea NOT NULL,
  provider text NOT NULL COLLATE "C",
  login_id text NOT NULL,
  -- sealed JSON: redirect URI, nonce, PKCE verifier
  content text NOT NULL,
  -- the code is redeemed once; what it brought is kept, sealed, until the hub knows the user
  redeemed_at timestamptz,
  identity text,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, state_hash),
  CONSTRAINT social_attempts__identity CHECK (identity IS NULL OR redeemed_at IS NOT NULL)
);
CREATE INDEX social_attempts__expires_at ON social_attempts (expires_at);
SELECT own_by_tenant('social_attempts');
SELECT show_to_worker('social_attempts');
GRANT SELECT (expires_at), DELETE ON social_attempts TO {{schema}}_worker;

CREATE TABLE external_identities (
  tenant_id text NOT NULL,
  provider text NOT NULL COLLATE "C",
  issuer text NOT NULL COLLATE "C",
  subject text NOT NULL COLLATE "C",
  user_id text NOT NULL COLLATE "C",
  email text,
  linked_at timestamptz NOT NULL,
  last_used_at timestamptz,
  CONSTRAINT external_identities__identity_key PRIMARY KEY (tenant_id, provider, issuer, subject)
);
CREATE INDEX external_identities__user ON external_identities (tenant_id, user_id);
SELECT own_by_tenant('external_identities');
