-- Login flows and their pages, passwords, authenticators, challenges, and what sign-ins leave behind.

-- Login flows: drafts, immutable versions, activations, and bindings of clients.
CREATE TABLE login_flow_heads (
  tenant_id text NOT NULL,
  -- 0: the built-in default, which no row of login_flow_versions stands for
  active_version int NOT NULL DEFAULT 0,
  last_version int NOT NULL DEFAULT 0,
  activation_sequence bigint NOT NULL DEFAULT 0,
  -- logins that began before this activation start again
  minimum_activation_sequence bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant_id)
);
SELECT own_by_tenant('login_flow_heads');
-- which tenants have versions to prune
SELECT show_to_worker('login_flow_heads');
GRANT SELECT (tenant_id, last_version) ON login_flow_heads TO {{schema}}_worker;

CREATE TABLE login_flow_drafts (
  tenant_id text NOT NULL,
  id text NOT NULL COLLATE "C",
  revision int NOT NULL DEFAULT 1,
  definition jsonb NOT NULL,
  problems jsonb NOT NULL,
  based_on_version int NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id)
);
SELECT own_by_tenant('login_flow_drafts');

CREATE TABLE login_flow_versions (
  tenant_id text NOT NULL,
  version int NOT NULL CONSTRAINT login_flow_versions__version_check CHECK (version > 0),
  id text NOT NULL COLLATE "C",
  definition jsonb NOT NULL,
  assurance jsonb NOT NULL,
  checksum text NOT NULL,
  based_on_version int NOT NULL,
  created_at timestamptz NOT NULL,
  created_by jsonb NOT NULL,
  PRIMARY KEY (tenant_id, version)
);
SELECT own_by_tenant('login_flow_versions');
-- a login stays on the version that it began with, so that no version may ever change
REVOKE UPDATE ON login_flow_versions FROM {{schema}}_app;

CREATE TABLE login_flow_activations (
  tenant_id text NOT NULL,
  sequence bigint NOT NULL,
  version int NOT NULL,
  comment text,
  problems jsonb NOT NULL,
  activated_at timestamptz NOT NULL,
  activated_by jsonb NOT NULL,
  -- null: it is the active one
  ended_at timestamptz,
  PRIMARY KEY (tenant_id, sequence)
);
CREATE INDEX login_flow_activations__version ON login_flow_activations (tenant_id, version, sequence);
SELECT own_by_tenant('login_flow_activations');

CREATE TABLE login_flow_bindings (
  tenant_id text NOT NULL,
  client_id text NOT NULL COLLATE "C",
  -- null: the client follows the active version
  version int,
  entrypoint text NOT NULL,
  -- the rest of the binding, which no query looks into
  constraints jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  updated_by jsonb NOT NULL,
  PRIMARY KEY (tenant_id, client_id)
);
CREATE INDEX login_flow_bindings__version ON login_flow_bindings (tenant_id, version);
SELECT own_by_tenant('login_flow_bindings');

-- The look of the login pages: settings, copies of images, style sheets.
CREATE TABLE branding (
  tenant_id text NOT NULL PRIMARY KEY,
  -- json keeps the order of properties, as the caller wrote them
  settings json NOT NULL,
  -- style rules as they are served
  custom_css text,
  theme_sha256 text NOT NULL,
  version bigint NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
SELECT own_by_tenant('branding');

CREATE TABLE branding_assets (
  tenant_id text NOT NULL,
  kind text NOT NULL CONSTRAINT branding_assets__kind CHECK (kind IN ('logo', 'logo_dark', 'icon', 'background_image')),
  -- SHA-256 of the URL
  url_hash text NOT NULL,
  source_url text NOT NULL,
  status text NOT NULL CONSTRAINT branding_assets__status CHECK (status IN ('pending', 'ready', 'failed')),
  failure_reason text,
  sha256 text,
  media_type text,
  width integer,
  height integer,
  content bytea,
  -- no longer part of the branding; pages that were rendered before may still ask for it
  retired_at timestamptz,
  PRIMARY KEY (tenant_id, kind, url_hash),
  CONSTRAINT branding_assets__content CHECK ((status = 'ready') = (content IS NOT NULL))
);
CREATE INDEX branding_assets__sha256 ON branding_assets (tenant_id, sha256) WHERE sha256 IS NOT NULL;
SELECT own_by_tenant('branding_assets');

CREATE TABLE branding_themes (
  tenant_id text NOT NULL,
  sha256 text NOT NULL,
  css text NOT NULL,
  retired_at timestamptz,
  PRIMARY KEY (tenant_id, sha256)
);
SELECT own_by_tenant('branding_themes');

-- Social providers that tenants let people sign in at.
CREATE TABLE social_connectors (
  tenant_id text NOT NULL,
  provider text NOT NULL COLLATE "C",
  -- all but the secrets
  settings json NOT NULL,
  -- sealed JSON: clientSecret, privateKey
  secrets text,
  secret_last4 text,
  secret_updated_at timestamptz,
  -- endpoints and keys that the issuer named
  discovery json,
  health text NOT NULL CONSTRAINT social_connectors__health CHECK (health IN ('ok', 'unverified', 'failing')),
  last_used_at timestamptz,
  version bigint NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  seal_key_id text GENERATED ALWAYS AS (split_part(secrets, '.', 2)) STORED,
  PRIMARY KEY (tenant_id, provider)
);
SELECT own_by_tenant('social_connectors');
SELECT show_to_worker('social_connectors');
GRANT SELECT (tenant_id, seal_key_id) ON social_connectors TO {{schema}}_worker;

-- Templates of mails, messages on their way, and windows of the limits on them.
CREATE TABLE email_templates (
  tenant_id text NOT NULL,
  type text NOT NULL COLLATE "C",
  locale text NOT NULL COLLATE "C",
  subject text NOT NULL,
  html text NOT NULL,
  -- null: made from html
  plain_text text,
  from_name text,
  reply_to text,
  enabled boolean NOT NULL,
  link_lifetime_seconds integer,
  version bigint NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, type, locale)
);
SELECT own_by_tenant('email_templates');

CREATE TABLE email_messages (
  tenant_id text NOT NULL,
  id text NOT NULL,
  created_at timestamptz NOT NULL,
  type text NOT NULL,
  recipient text NOT NULL,
  user_id text,
  -- sealed; null once the message has ended: nothing of it is kept longer than it takes to send it
  content text,
  state text NOT NULL CONSTRAINT email_messages__state CHECK (state IN ('queued', 'sent', 'failed', 'expired')),
  error text,
  smtp_response text,
  expires_at timestamptz NOT NULL,
  sent_at timestamptz,
  PRIMARY KEY (tenant_id, created_at, id),
  CONSTRAINT email_messages__content CHECK (content IS NULL OR state = 'queued')
) PARTITION BY RANGE (created_at);
CREATE INDEX email_messages__user_id ON email_messages (tenant_id, user_id) WHERE user_id IS NOT NULL;
CREATE TABLE email_messages_default PARTITION OF email_messages DEFAULT;
SELECT own_by_tenant('email_messages');
SELECT partitions_maintain('email_messages', 'month', interval '30 days');

CREATE TABLE rate_windows (
  tenant_id text NOT NULL,
  bucket text NOT NULL,
  window_start timestamptz NOT NULL,
  used integer NOT NULL,
  PRIMARY KEY (tenant_id, bucket, window_start)
);
CREATE INDEX rate_windows__window_start ON rate_windows (window_start);
SELECT own_by_tenant('rate_windows');
SELECT show_to_worker('rate_windows');
GRANT SELECT (window_start), DELETE ON rate_windows TO {{schema}}_worker;

-- Hosts of tenants' own for their login pages, and which tenant has proven a name.
CREATE TABLE login_domains (
  tenant_id text NOT NULL,
  -- A-labels
  domain text NOT NULL COLLATE "C",
  id text NOT NULL,
  status text NOT NULL CONSTRAINT login_domains__status CHECK (status IN ('pending', 'verified', 'active', 'failing', 'suspended')),
  is_primary boolean NOT NULL,
  passkey_rp_id text NOT NULL,
  -- in the TXT record
  token text NOT NULL,
  cname_target text NOT NULL,
  checks jsonb NOT NULL,
  failure_count integer NOT NULL,
  failing_since timestamptz,
  -- when a pending registration expires, a failing domain is suspended, a suspended one is deleted
  ends_at timestamptz,
  last_checked_at timestamptz,
  next_check_at timestamptz NOT NULL,
  verified_at timestamptz,
  activated_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, domain)
);
CREATE UNIQUE INDEX login_domains__primary ON login_domains (tenant_id) WHERE is_primary;
CREATE INDEX login_domains__next_check_at ON login_domains (next_check_at);
SELECT own_by_tenant('login_domains');
SELECT show_to_worker('login_domains');
GRANT SELECT (tenant_id, domain, next_check_at) ON login_domains TO {{schema}}_worker;

-- One tenant at most has proven a name. No role reads this table: the functions below answer what each may know.
CREATE TABLE login_domain_claims (
  domain text NOT NULL COLLATE "C" PRIMARY KEY,
  claimed_by text NOT NULL,
  -- pages are served on it
  is_served boolean NOT NULL DEFAULT false
);

-- Takes the name for the tenant of the transaction; false: another one has it.
CREATE FUNCTION login_domain_claim(name text, served boolean) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER
SET search_path = {{schema}}, pg_temp AS $$
DECLARE
  claimant text := current_setting('platform.tenant_id');
BEGIN
  INSERT INTO login_domain_claims AS c (domain, claimed_by, is_served) VALUES (name, claimant, served)
  ON CONFLICT (domain) DO UPDATE SET is_served = excluded.is_served WHERE c.claimed_by = claimant;
  RETURN FOUND;
END $$;
REVOKE ALL ON FUNCTION login_domain_claim FROM PUBLIC;
GRANT EXECUTE ON FUNCTION login_domain_claim TO {{schema}}_app;

-- Gives up the name, where the tenant of the transaction has it.
CREATE FUNCTION login_domain_unclaim(name text) RETURNS void LANGUAGE sql SECURITY DEFINER
SET search_path = {{schema}}, pg_temp AS $$
  DELETE FROM login_domain_claims WHERE domain = name AND claimed_by = current_setting('platform.tenant_id');
$$;
REVOKE ALL ON FUNCTION login_domain_unclaim FROM PUBLIC;
GRANT EXECUTE ON FUNCTION login_domain_unclaim TO {{schema}}_app;

-- For requests without a tenant: who has the name, and whether pages are served on it.
CREATE FUNCTION login_domain_owner(name text) RETURNS TABLE (claimed_by text, is_served boolean) LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = {{schema}}, pg_temp AS $$
  SELECT c.claimed_by, c.is_served FROM login_domain_claims c WHERE c.domain = name;
$$;
REVOKE ALL ON FUNCTION login_domain_owner FROM PUBLIC;
GRANT EXECUTE ON FUNCTION login_domain_owner TO {{schema}}_worker;

-- A row that goes takes its claim along, whatever deletes it: a purged tenant must not keep names.
CREATE FUNCTION login_domain_unclaim_deleted() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = {{schema}}, pg_temp AS $$
BEGIN
  DELETE FROM login_domain_claims WHERE domain = OLD.domain AND claimed_by = OLD.tenant_id;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION login_domain_unclaim_deleted FROM PUBLIC;
CREATE TRIGGER login_domains__unclaim AFTER DELETE ON login_domains FOR EACH ROW EXECUTE FUNCTION login_domain_unclaim_deleted();

-- Numbers of sign-ins by day; who signed in, as digests; events that are counted.
CREATE TABLE login_analytics (
  tenant_id text NOT NULL PRIMARY KEY,
  -- of the digests of users
  user_key bytea NOT NULL,
  -- when the newest event that is counted took place
  as_of timestamptz NOT NULL
);
SELECT own_by_tenant('login_analytics');

CREATE TABLE login_rollup_daily (
  tenant_id text NOT NULL,
  day timestamptz NOT NULL,
  dimension text NOT NULL COLLATE "C",
  key text NOT NULL COLLATE "C",
  succeeded bigint NOT NULL,
  failed bigint NOT NULL,
  blocked bigint NOT NULL,
  sign_ups bigint NOT NULL,
  mfa_completed bigint NOT NULL,
  -- How many people signed in on a day, counted as they sign in: a year of it is read without a look at each of them.
  unique_users bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant_id, day, dimension, key)
) PARTITION BY RANGE (day);
CREATE TABLE login_rollup_daily_default PARTITION OF login_rollup_daily DEFAULT;
SELECT own_by_tenant('login_rollup_daily');
SELECT partitions_maintain('login_rollup_daily', 'month', interval '400 days');

CREATE TABLE login_active_users (
  tenant_id text NOT NULL,
  day timestamptz NOT NULL,
  user_hash bytea NOT NULL,
  PRIMARY KEY (tenant_id, day, user_hash)
) PARTITION BY RANGE (day);
CREATE TABLE login_active_users_default PARTITION OF login_active_users DEFAULT;
SELECT own_by_tenant('login_active_users');
SELECT partitions_maintain('login_active_users', 'month', interval '400 days');

CREATE TABLE login_events_seen (
  tenant_id text NOT NULL,
  -- the day within the event's id, so that every delivery of an event meets the same partition
  day timestamptz NOT NULL,
  event_id text NOT NULL COLLATE "C",
  PRIMARY KEY (tenant_id, day, event_id)
) PARTITION BY RANGE (day);
CREATE TABLE login_events_seen_default PARTITION OF login_events_seen DEFAULT;
SELECT own_by_tenant('login_events_seen');
SELECT partitions_maintain('login_events_seen', 'day', interval '8 days');

-- Passwords of people, how often they were guessed wrong, and imports that were applied.
CREATE TABLE password_credentials (
  tenant_id text NOT NULL,
  user_id text NOT NULL COLLATE "C",
  -- PHC string of our own making; null while the hash of another system stands
  hash text,
  -- which pepper the hash was made with
  pepper_id text,
  -- PasswordHash, as directory took it over; replaced at the first successful sign-in
  foreign_hash json,
  must_change boolean NOT NULL,
  set_at timestamptz NOT NULL,
  -- when the directory received the password, which a later import replaces; null: it was set here, and no import replaces it
  imported_as_of timestamptz,
  PRIMARY KEY (tenant_id, user_id),
  CONSTRAINT password_credentials__one_hash CHECK ((hash IS NULL) = (pepper_id IS NULL) AND (hash IS NULL OR foreign_hash IS NULL))
);
SELECT own_by_tenant('password_credentials');

CREATE TABLE credential_throttle (
  tenant_id text NOT NULL,
  -- id of a user, or a digest of an identifier that nobody has
  subject text NOT NULL COLLATE "C",
  method text NOT NULL,
  failures integer NOT NULL,
  next_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, subject, method)
);
CREATE INDEX credential_throttle__next_at ON credential_throttle (next_at);
SELECT own_by_tenant('credential_throttle');
SELECT show_to_worker('credential_throttle');
GRANT SELECT (next_at), DELETE ON credential_throttle TO {{schema}}_worker;

CREATE TABLE credential_imports (
  tenant_id text NOT NULL,
  key text NOT NULL COLLATE "C",
  user_id text NOT NULL COLLATE "C",
  applied_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, key)
);
CREATE INDEX credential_imports__user ON credential_imports (tenant_id, user_id);
SELECT own_by_tenant('credential_imports');

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

-- Security events of accounts that the hub sends; a known one is not applied again.
CREATE TABLE security_events (
  tenant_id text NOT NULL,
  event_id text NOT NULL COLLATE "C",
  type text NOT NULL,
  subject_type text NOT NULL,
  subject_id text NOT NULL COLLATE "C",
  occurred_at timestamptz NOT NULL,
  received_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, event_id)
);
CREATE INDEX security_events__subject ON security_events (tenant_id, subject_id, occurred_at);
CREATE INDEX security_events__received_at ON security_events (received_at);
SELECT own_by_tenant('security_events');
SELECT show_to_worker('security_events');
GRANT SELECT (received_at), DELETE ON security_events TO {{schema}}_worker;

-- Browsers that people have signed in with, and until when they trust them.
CREATE TABLE devices (
  tenant_id text NOT NULL,
  user_id text NOT NULL COLLATE "C",
  id text NOT NULL COLLATE "C",
  -- SHA-256 of the cookie, in hexadecimal
  digest text NOT NULL COLLATE "C",
  user_agent text NOT NULL,
  -- the login that made it known, so that a repeated end of that login finds it new again
  first_login_id text NOT NULL,
  is_first boolean NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz NOT NULL,
  trusted_until timestamptz,
  PRIMARY KEY (tenant_id, user_id, id),
  CONSTRAINT devices__digest_key UNIQUE (tenant_id, user_id, digest)
);
CREATE INDEX devices__by_digest ON devices (tenant_id, digest);
CREATE INDEX devices__last_used_at ON devices (last_used_at);
SELECT own_by_tenant('devices');
SELECT show_to_worker('devices');
GRANT SELECT (last_used_at), DELETE ON devices TO {{schema}}_worker;
