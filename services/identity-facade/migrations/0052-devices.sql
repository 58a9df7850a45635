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
