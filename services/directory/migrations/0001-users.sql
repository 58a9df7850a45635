-- Users, organizations, their attributes, domains and invitations.

-- People, their identifiers (the one authority on uniqueness), search terms and activity.
-- Changes stay on their page: no index holds the time of a change, and pages keep some room.
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
  -- the directory that writes the user
  managed_by jsonb,
  -- the import job or, for lazy migration, the source that the user came from
  import_origin text,
  PRIMARY KEY (tenant_id, id)
) WITH (fillfactor = 90);
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
  -- Pages of people by a prefix that many share, in the order of ids. A column, since row-level security keeps an
  -- expression that could leak (`left` is not marked otherwise) from being looked up in an index.
  beginning text COLLATE "C" GENERATED ALWAYS AS (left(term, 3)) STORED,
  PRIMARY KEY (tenant_id, term, user_id)
);
CREATE INDEX user_search__user ON user_search (tenant_id, user_id);
SELECT own_by_tenant('user_search');
CREATE INDEX user_search__beginning ON user_search (tenant_id, beginning, user_id, term);

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
  seal_key_id text GENERATED ALWAYS AS (split_part(sealed, '.', 2)) STORED,
  PRIMARY KEY (tenant_id, user_id)
);
SELECT own_by_tenant('credential_handover');
-- Workers see under which key a value is sealed, and whose it is, so that it can be moved to another; never the value.
SELECT show_to_worker('credential_handover');
GRANT SELECT (tenant_id, seal_key_id) ON credential_handover TO {{schema}}_worker;

-- Additional addresses that nobody has proven: they reserve nothing, but a person may be asked for by one.
CREATE TABLE user_unverified_emails (
  tenant_id text NOT NULL,
  value text NOT NULL COLLATE "C",
  user_id text NOT NULL COLLATE "C",
  PRIMARY KEY (tenant_id, value, user_id)
);
CREATE INDEX user_unverified_emails__user ON user_unverified_emails (tenant_id, user_id);
SELECT own_by_tenant('user_unverified_emails');

-- Organizations and memberships.
CREATE TABLE organizations (
  tenant_id text NOT NULL,
  id text NOT NULL COLLATE "C",
  name text NOT NULL,
  search_name text NOT NULL COLLATE "C",
  slug text NOT NULL,
  external_id text,
  logo_url text,
  primary_domain text,
  metadata jsonb NOT NULL,
  status text NOT NULL CONSTRAINT organizations__status_check CHECK (status IN ('active', 'suspended')),
  membership_policy text NOT NULL,
  default_roles text[] NOT NULL,
  member_count int NOT NULL DEFAULT 0,
  version bigint NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  deleted_at timestamptz,
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX organizations__slug_key ON organizations (tenant_id, slug) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX organizations__external_id_key ON organizations (tenant_id, external_id) WHERE deleted_at IS NULL;
CREATE INDEX organizations__search ON organizations (tenant_id, search_name, id) WHERE deleted_at IS NULL;
CREATE INDEX organizations__deleted ON organizations (deleted_at) WHERE deleted_at IS NOT NULL;
SELECT own_by_tenant('organizations');
SELECT show_to_worker('organizations');
GRANT SELECT (tenant_id, id, deleted_at) ON organizations TO directory_worker;

CREATE TABLE memberships (
  tenant_id text NOT NULL,
  organization_id text NOT NULL COLLATE "C",
  user_id text NOT NULL COLLATE "C",
  id text NOT NULL,
  state text NOT NULL,
  roles text[] NOT NULL,
  sources text[] NOT NULL,
  joined_at timestamptz NOT NULL,
  version bigint NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, organization_id, user_id)
);
CREATE INDEX memberships__user ON memberships (tenant_id, user_id, organization_id);
CREATE INDEX memberships__id ON memberships (tenant_id, organization_id, id);
SELECT own_by_tenant('memberships');

-- Steps of counters (users of a tenant, members of an organization), folded each minute.
CREATE TABLE counter_steps (
  tenant_id text NOT NULL,
  counter text NOT NULL,
  step int NOT NULL,
  position bigint GENERATED ALWAYS AS IDENTITY,
  PRIMARY KEY (tenant_id, counter, position)
);
SELECT own_by_tenant('counter_steps');
SELECT show_to_worker('counter_steps');
GRANT SELECT ON counter_steps TO directory_worker;

CREATE TABLE counters (
  tenant_id text NOT NULL,
  counter text NOT NULL,
  value bigint NOT NULL,
  PRIMARY KEY (tenant_id, counter)
);
SELECT own_by_tenant('counters');

-- Keys of erased people who must not come back by themselves.
CREATE TABLE erasure_suppressions (
  tenant_id text NOT NULL,
  key_hash bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, key_hash)
);
CREATE INDEX erasure_suppressions__created_at ON erasure_suppressions (created_at);
SELECT own_by_tenant('erasure_suppressions');
SELECT show_to_worker('erasure_suppressions');
GRANT SELECT (created_at), DELETE ON erasure_suppressions TO directory_worker;

-- Answers of ProvisionUser, so that a repeated login gets the same one.
CREATE TABLE provisioned_logins (
  tenant_id text NOT NULL,
  login_id text NOT NULL,
  response jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, login_id)
);
CREATE INDEX provisioned_logins__created_at ON provisioned_logins (created_at);
SELECT own_by_tenant('provisioned_logins');
SELECT show_to_worker('provisioned_logins');
GRANT SELECT (created_at), DELETE ON provisioned_logins TO directory_worker;

-- Attribute schema: definitions of what metadata holds, values that must be unique, and settings.
CREATE TABLE attribute_settings (
  tenant_id text NOT NULL,
  entity_kind text NOT NULL CONSTRAINT attribute_settings__kind_check CHECK (entity_kind IN ('user', 'organization')),
  unmanaged_attributes text NOT NULL DEFAULT 'allow' CONSTRAINT attribute_settings__unmanaged_check CHECK (unmanaged_attributes IN ('allow', 'reject')),
  -- grows with every change of the settings or of a definition: what pods have cached is current while it is the same
  version bigint NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id, entity_kind)
);
SELECT own_by_tenant('attribute_settings');

CREATE TABLE attribute_definitions (
  tenant_id text NOT NULL,
  id text NOT NULL COLLATE "C",
  entity_kind text NOT NULL CONSTRAINT attribute_definitions__kind_check CHECK (entity_kind IN ('user', 'organization')),
  key text NOT NULL COLLATE "C",
  state text NOT NULL CONSTRAINT attribute_definitions__state_check CHECK (state IN ('active', 'purging')),
  type text NOT NULL,
  multi_valued boolean NOT NULL,
  -- what PATCH changes
  properties jsonb NOT NULL,
  scim_path text NOT NULL COLLATE "C",
  template jsonb,
  -- grows when values are judged differently
  generation bigint NOT NULL,
  -- the generation that made values unique; null: they need not be
  unique_since bigint,
  conformance_state text NOT NULL,
  conformance_checked bigint NOT NULL DEFAULT 0,
  conformance_violations bigint NOT NULL DEFAULT 0,
  conformance_samples text[] NOT NULL DEFAULT '{}',
  conformance_finished_at timestamptz,
  version bigint NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- Until a scan has passed every record, unique_attribute_values lacks the values of records behind this id; null: of none.
  unfilled_after text COLLATE "C",
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX attribute_definitions__key_key ON attribute_definitions (tenant_id, entity_kind, key);
CREATE UNIQUE INDEX attribute_definitions__scim_path_key ON attribute_definitions (tenant_id, entity_kind, scim_path);
CREATE INDEX attribute_definitions__violated ON attribute_definitions (tenant_id, id) WHERE conformance_state = 'violated';
SELECT own_by_tenant('attribute_definitions');
CREATE INDEX attribute_definitions__unfilled ON attribute_definitions (tenant_id, id) WHERE unfilled_after IS NOT NULL;
GRANT SELECT (unfilled_after) ON attribute_definitions TO {{schema}}_worker;
SELECT show_to_worker('attribute_definitions');
GRANT SELECT (tenant_id, id, conformance_state) ON attribute_definitions TO {{schema}}_worker;

-- Digests of values that no two records may share.
CREATE TABLE unique_attribute_values (
  tenant_id text NOT NULL,
  definition_id text NOT NULL COLLATE "C",
  generation bigint NOT NULL,
  digest bytea NOT NULL,
  entity_id text NOT NULL COLLATE "C",
  PRIMARY KEY (tenant_id, definition_id, generation, digest)
);
CREATE INDEX unique_attribute_values__entity ON unique_attribute_values (tenant_id, entity_id);
SELECT own_by_tenant('unique_attribute_values');

-- Domains that organizations claim, and what DNS said of them.
CREATE TABLE organization_domains (
  tenant_id text NOT NULL,
  id text NOT NULL COLLATE "C",
  organization_id text NOT NULL COLLATE "C",
  domain text NOT NULL COLLATE "C",
  state text NOT NULL CONSTRAINT organization_domains__state_check CHECK (state IN ('pending', 'verified', 'lapsed', 'failed')),
  enrollment text NOT NULL CONSTRAINT organization_domains__enrollment_check CHECK (enrollment IN ('none', 'auto_join')),
  token text NOT NULL,
  expires_at timestamptz,
  attempts int NOT NULL DEFAULT 0,
  last_checked_at timestamptz,
  last_result text,
  verify_requested_at timestamptz,
  -- also the lease of a check that runs: it is moved on before the look-up
  next_check_at timestamptz,
  misses int NOT NULL DEFAULT 0,
  missing_since timestamptz,
  verified_at timestamptz,
  lapsed_at timestamptz,
  version bigint NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX organization_domains__domain_key ON organization_domains (tenant_id, organization_id, domain);
CREATE UNIQUE INDEX organization_domains__holder_key ON organization_domains (tenant_id, domain) WHERE state IN ('verified', 'lapsed');
CREATE INDEX organization_domains__due ON organization_domains (next_check_at) WHERE next_check_at IS NOT NULL;
SELECT own_by_tenant('organization_domains');
SELECT show_to_worker('organization_domains');
GRANT SELECT (tenant_id, id, next_check_at) ON organization_domains TO {{schema}}_worker;

-- Invitations to organizations.
CREATE TABLE invitations (
  tenant_id text NOT NULL,
  id text NOT NULL COLLATE "C",
  organization_id text NOT NULL COLLATE "C",
  email text NOT NULL,
  email_key text NOT NULL COLLATE "C",
  roles text[] NOT NULL,
  state text NOT NULL CONSTRAINT invitations__state_check CHECK (state IN ('pending', 'accepted', 'revoked', 'expired')),
  inviter jsonb NOT NULL,
  locale text,
  message text,
  token_hash bytea NOT NULL,
  -- kept until the mail is sent
  token_sealed text,
  seal_key_id text GENERATED ALWAYS AS (split_part(token_sealed, '.', 2)) STORED,
  ttl_seconds int NOT NULL,
  expires_at timestamptz NOT NULL,
  accepted_at timestamptz,
  accepted_by text COLLATE "C",
  link_intent_id text,
  revoked_at timestamptz,
  ended_at timestamptz,
  sent_count int NOT NULL DEFAULT 0,
  last_sent_at timestamptz,
  delivery text NOT NULL CONSTRAINT invitations__delivery_check CHECK (delivery IN ('queued', 'sent', 'failed', 'not_configured')),
  -- how often a link was made; a mail of an earlier one is not sent
  link_number int NOT NULL DEFAULT 1,
  resent_at timestamptz[] NOT NULL DEFAULT '{}',
  version bigint NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX invitations__token_key ON invitations (tenant_id, token_hash);
CREATE UNIQUE INDEX invitations__pending_key ON invitations (tenant_id, organization_id, email_key) WHERE state = 'pending';
CREATE INDEX invitations__organization ON invitations (tenant_id, organization_id, id);
CREATE INDEX invitations__email ON invitations (tenant_id, email_key);
CREATE INDEX invitations__accepted_by ON invitations (tenant_id, accepted_by) WHERE accepted_by IS NOT NULL;
CREATE INDEX invitations__expiring ON invitations (expires_at) WHERE state = 'pending';
CREATE INDEX invitations__ended_at ON invitations (ended_at) WHERE ended_at IS NOT NULL;
SELECT own_by_tenant('invitations');
SELECT show_to_worker('invitations');
GRANT SELECT (tenant_id, id, state, expires_at, ended_at, seal_key_id), DELETE ON invitations TO {{schema}}_worker;

-- What tells whether users may be let in, for all whose tokens are issued at the same time, in one round trip.
CREATE FUNCTION user_states(of_tenant text, ids text[])
RETURNS TABLE (id text, status text, organization_ids text[]) LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
BEGIN
  PERFORM set_config('platform.tenant_id', of_tenant, true);
  RETURN QUERY
    SELECT u.id, u.status, ARRAY(SELECT m.organization_id FROM memberships m
      JOIN organizations o ON o.tenant_id = of_tenant AND o.id = m.organization_id AND o.deleted_at IS NULL
      WHERE m.tenant_id = of_tenant AND m.user_id = u.id AND m.state = 'active')
    FROM users u WHERE u.tenant_id = of_tenant AND u.id = ANY (ids);
END $$;
REVOKE ALL ON FUNCTION user_states FROM PUBLIC;
GRANT EXECUTE ON FUNCTION user_states TO {{schema}}_app;
