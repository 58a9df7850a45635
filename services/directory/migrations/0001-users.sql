-- People, their identifiers (the one authority on uniqueness), search terms and activity.
CREATE TABLE users (
  tenant_id text NOT NULL,
  id text NOT NULL COLLATE "C",
  external_id text,
  username text,
  email text,
  email_verified boolean NOT NULL,
  phone_number text,
  phone_verified boolean NOT NULL,
  display_name text,
  profile jsonb NOT NULL,
  metadata jsonb NOT NULL,
  identities jsonb NOT NULL DEFAULT '[]',
  status text NOT NULL CONSTRAINT users__status_check CHECK (status IN ('active', 'suspended', 'deactivated')),
  status_reason text,
  status_changed_at timestamptz NOT NULL,
  -- the request that deactivated a person under erasure, and the status to return to
  erasure_request_id text,
  status_before_erasure text,
  status_reason_before_erasure text,
  version bigint NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX users__status ON users (tenant_id, status, id);
SELECT own_by_tenant('users');

CREATE TABLE user_identifiers (
  tenant_id text NOT NULL,
  kind text NOT NULL CONSTRAINT user_identifiers__kind_check CHECK (kind IN ('email', 'username', 'phone', 'external_id', 'identity')),
  value text NOT NULL COLLATE "C",
  user_id text NOT NULL COLLATE "C",
  verified boolean NOT NULL,
  PRIMARY KEY (tenant_id, kind, value)
);
CREATE INDEX user_identifiers__user ON user_identifiers (tenant_id, user_id);
SELECT own_by_tenant('user_identifiers');

CREATE TABLE user_search (
  tenant_id text NOT NULL,
  term text NOT NULL COLLATE "C",
  user_id text NOT NULL COLLATE "C",
  PRIMARY KEY (tenant_id, term, user_id)
);
CREATE INDEX user_search__user ON user_search (tenant_id, user_id);
SELECT own_by_tenant('user_search');

CREATE TABLE user_activity (
  tenant_id text NOT NULL,
  user_id text NOT NULL COLLATE "C",
  last_login_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, user_id)
);
SELECT own_by_tenant('user_activity');

CREATE TABLE user_tombstones (
  tenant_id text NOT NULL,
  id text NOT NULL COLLATE "C",
  deleted_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX user_tombstones__deleted_at ON user_tombstones (deleted_at);
SELECT own_by_tenant('user_tombstones');
SELECT show_to_worker('user_tombstones');
GRANT SELECT (deleted_at), DELETE ON user_tombstones TO directory_worker;

-- Credentials of new people, sealed, until the identity service has taken them over.
CREATE TABLE credential_handover (
  tenant_id text NOT NULL,
  user_id text NOT NULL COLLATE "C",
  sealed text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, user_id)
);
SELECT own_by_tenant('credential_handover');
