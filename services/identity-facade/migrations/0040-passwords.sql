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
