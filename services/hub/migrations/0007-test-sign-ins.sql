-- Test sign-ins at identity providers, which contacts with a setup link make before they activate a connection.

CREATE TABLE test_sign_in (
  tenant_id text NOT NULL,
  id text NOT NULL,
  organization_id text NOT NULL,
  -- the directory
  connection_id text NOT NULL,
  kind text NOT NULL CONSTRAINT test_sign_in__kind_check CHECK (kind IN ('oidc', 'saml')),
  state text NOT NULL CONSTRAINT test_sign_in__state_check CHECK (state IN ('pending', 'started', 'succeeded', 'failed')),
  -- SHA-256 of the cookie of the browser that started it
  browser_hash bytea,
  attempt_sealed text,
  -- a response that the provider had the browser post, until the browser fetches it with its cookie and the handle
  handle_hash bytea,
  response_sealed text,
  -- the claims, or why it failed
  outcome_sealed text,
  created_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  -- until when it can be made
  expires_at timestamptz NOT NULL,
  CONSTRAINT test_sign_in__id_key PRIMARY KEY (tenant_id, id)
);
CREATE INDEX test_sign_in__created_at ON test_sign_in (created_at);
SELECT own_by_tenant('test_sign_in');
SELECT show_to_worker('test_sign_in');
GRANT SELECT (tenant_id, id, created_at), DELETE ON test_sign_in TO {{schema}}_worker;
