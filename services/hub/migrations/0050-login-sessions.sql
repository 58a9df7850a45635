-- Logins in progress: where each stands in its flow, and what its pages need to remember, sealed.
CREATE TABLE login_session (
  tenant_id text NOT NULL,
  uid text NOT NULL,
  -- Raised by every write: of two answers to one state, one is kept.
  version integer NOT NULL,
  flow_version bigint NOT NULL,
  activation_sequence bigint NOT NULL,
  state jsonb NOT NULL,
  progress_sealed text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  CONSTRAINT login_session__uid_key PRIMARY KEY (tenant_id, uid)
);
CREATE INDEX login_session__expires_at ON login_session (expires_at);
SELECT own_by_tenant('login_session');
SELECT show_to_worker('login_session');
GRANT SELECT (tenant_id, uid, expires_at), DELETE ON login_session TO {{schema}}_worker;
