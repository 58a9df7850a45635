-- Sessions of the web applications: the browser has a cookie, the hub the tokens.

CREATE TABLE web_session (
  tenant_id text NOT NULL,
  -- SHA-256 of the cookie's value: the id has 256 bits of entropy.
  id_hash bytea NOT NULL,
  app text NOT NULL CONSTRAINT web_session__app_check CHECK (app IN ('console', 'account', 'setup')),
  user_id text NOT NULL,
  -- Session of the user at the issuer, as the tokens name it. Signing out ends every session with it.
  sid text NOT NULL,
  tokens_sealed text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  used_at timestamptz NOT NULL DEFAULT now(),
  -- When the session ends if it is not used; never after `ends_at`.
  idle_ends_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  CONSTRAINT web_session__id_key PRIMARY KEY (tenant_id, id_hash)
);
CREATE INDEX web_session__user_id ON web_session (tenant_id, user_id);
CREATE INDEX web_session__sid ON web_session (tenant_id, sid);
CREATE INDEX web_session__idle_ends_at ON web_session (idle_ends_at);
SELECT own_by_tenant('web_session');
SELECT show_to_worker('web_session');
GRANT SELECT (tenant_id, id_hash, idle_ends_at), DELETE ON web_session TO {{schema}}_worker;
