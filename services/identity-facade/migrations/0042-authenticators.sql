-- Authenticator apps, passkeys, security keys and recovery codes.
CREATE TABLE authenticators (
  tenant_id text NOT NULL,
  user_id text NOT NULL COLLATE "C",
  id text NOT NULL COLLATE "C",
  method text NOT NULL CONSTRAINT authenticators__method CHECK (method IN ('totp', 'passkey', 'security_key')),
  label text NOT NULL,
  -- sealed secret of an authenticator app, and the last time step that it was used with
  totp_secret text,
  totp_step bigint,
  -- WebAuthn: base64url id, COSE key, signature counter
  credential_id text COLLATE "C",
  public_key bytea,
  sign_count bigint,
  transports text[],
  rp_id text,
  is_hardware boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz,
  seal_key_id text GENERATED ALWAYS AS (split_part(totp_secret, '.', 2)) STORED,
  PRIMARY KEY (tenant_id, user_id, id),
  CONSTRAINT authenticators__content CHECK (CASE WHEN method = 'totp' THEN credential_id IS NULL ELSE credential_id IS NOT NULL AND totp_secret IS NULL END)
);
CREATE UNIQUE INDEX authenticators__credential_id ON authenticators (tenant_id, credential_id);
SELECT own_by_tenant('authenticators');
SELECT show_to_worker('authenticators');
GRANT SELECT (tenant_id, seal_key_id) ON authenticators TO {{schema}}_worker;

CREATE TABLE recovery_codes (
  tenant_id text NOT NULL,
  user_id text NOT NULL COLLATE "C",
  -- SHA-256: a code has 80 random bits
  code_hash bytea NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (tenant_id, user_id, code_hash)
);
SELECT own_by_tenant('recovery_codes');
