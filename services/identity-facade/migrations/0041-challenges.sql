-- Challenges of logins, enrolments and resets, each redeemed once.
CREATE TABLE challenges (
  tenant_id text NOT NULL,
  id text NOT NULL COLLATE "C",
  -- id of a user, or a digest of an identifier that nobody has; null where a passkey will tell who it is
  subject text COLLATE "C",
  -- null: the challenge is a decoy, or it is not known who answers it
  user_id text COLLATE "C",
  purpose text NOT NULL CONSTRAINT challenges__purpose CHECK (purpose IN ('authenticate', 'enroll', 'verify_contact', 'reset_password')),
  method text NOT NULL,
  login_id text NOT NULL,
  -- sealed JSON: code, token, key or WebAuthn challenge
  content text NOT NULL,
  tries_left integer NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (tenant_id, id)
);
-- One live challenge for a person and a purpose: a new one replaces the old.
CREATE UNIQUE INDEX challenges__live ON challenges (tenant_id, subject, purpose) WHERE used_at IS NULL AND subject IS NOT NULL;
CREATE INDEX challenges__expires_at ON challenges (expires_at);
SELECT own_by_tenant('challenges');
SELECT show_to_worker('challenges');
GRANT SELECT (expires_at), DELETE ON challenges TO {{schema}}_worker;

-- People who may begin no challenge while an erasure request is pending.
CREATE TABLE deactivated_subjects (
  tenant_id text NOT NULL,
  user_id text NOT NULL COLLATE "C",
  deactivated_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, user_id)
);
SELECT own_by_tenant('deactivated_subjects');
