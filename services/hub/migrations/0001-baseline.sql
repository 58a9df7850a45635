-- Tenants, OAuth clients, artifacts of the OAuth library, logins, and the functions of the token path.

-- Tenants and the names that they took for ever.
CREATE TABLE tenant (
  id text NOT NULL CONSTRAINT tenant__id_key PRIMARY KEY,
  slug text NOT NULL,
  mode text NOT NULL CHECK (mode IN ('live', 'test')),
  parent_tenant_id text REFERENCES tenant (id),
  name text NOT NULL,
  contact_email text,
  region text,
  -- The first administrator, {type, id}.
  owner jsonb,
  state text NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'suspended', 'deleting', 'deleted')),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  -- A tenant's own rate limits; null: all as configured.
  limits jsonb CONSTRAINT tenant__limits CHECK (
    jsonb_typeof(limits) = 'object' AND limits <> '{}'
    AND limits - '{tenantRequestsPerMinute,clientRequestsPerMinute,oauthTenantRequestsPerMinute,oauthClientRequestsPerMinute}'::text[] = '{}'
  ),
  -- Which services have purged a deleted tenant: its deletion is announced again until all have.
  purged_by text[] NOT NULL DEFAULT '{}',
  purged_at timestamptz,
  -- When the services were last told.
  deletion_told_at timestamptz,
  CHECK ((mode = 'test') = (parent_tenant_id IS NOT NULL))
);
CREATE UNIQUE INDEX tenant__parent_tenant_id_key ON tenant (parent_tenant_id);
CREATE INDEX tenant__created_at ON tenant (created_at, id);
CREATE INDEX tenant__deleted_at ON tenant (deleted_at) WHERE state = 'deleting';
CREATE INDEX tenant__deletion_told_at ON tenant (deletion_told_at) WHERE state = 'deleted' AND purged_at IS NULL;

-- The label before the platform's domain, `{slug}` or `{slug}--test`: taken once, released never.
CREATE TABLE slug_reservation (
  slug text NOT NULL CONSTRAINT slug_reservation__slug_key PRIMARY KEY,
  tenant_id text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- Answers kept for the request ids of tenant creation: a lost answer held the only copy of a secret.
CREATE TABLE tenant_request (
  request_id text NOT NULL CONSTRAINT tenant_request__request_id_key PRIMARY KEY,
  tenant_id text NOT NULL,
  request_hash bytea NOT NULL,
  answer text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX tenant_request__created_at ON tenant_request (created_at);

-- A tenant is made, and changed, in a transaction of its own id. Not forced: the definer functions below look further.
ALTER TABLE tenant ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant ON tenant TO {{schema}}_app USING (id = current_setting('platform.tenant_id'));
CREATE POLICY worker ON tenant TO {{schema}}_worker USING (true);
GRANT SELECT, INSERT, UPDATE ON tenant TO {{schema}}_app;
GRANT SELECT ON tenant TO {{schema}}_worker;

ALTER TABLE slug_reservation ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant ON slug_reservation TO {{schema}}_app USING (tenant_id = current_setting('platform.tenant_id'));
GRANT SELECT, INSERT ON slug_reservation TO {{schema}}_app;

-- Forced: no definer function looks into them.
ALTER TABLE tenant_request ENABLE ROW LEVEL SECURITY;
ALTER TABLE tenant_request FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON tenant_request TO {{schema}}_app USING (tenant_id = current_setting('platform.tenant_id'));
CREATE POLICY worker ON tenant_request TO {{schema}}_worker USING (true);
GRANT SELECT, INSERT ON tenant_request TO {{schema}}_app;
GRANT SELECT, DELETE ON tenant_request TO {{schema}}_worker;

CREATE FUNCTION tenant_by_id(wanted text) RETURNS SETOF tenant LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = {{schema}}, pg_temp AS $$ SELECT * FROM tenant WHERE id = wanted $$;
CREATE FUNCTION tenant_by_label(wanted text) RETURNS SETOF tenant LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = {{schema}}, pg_temp AS $$ SELECT t.* FROM slug_reservation r JOIN tenant t ON t.id = r.tenant_id WHERE r.slug = wanted $$;
REVOKE ALL ON FUNCTION tenant_by_id, tenant_by_label FROM PUBLIC;
GRANT EXECUTE ON FUNCTION tenant_by_id, tenant_by_label TO {{schema}}_app, {{schema}}_worker;

-- OAuth clients of tenants, their secrets and their claims webhooks.
CREATE TABLE application (
  tenant_id text NOT NULL,
  client_id text NOT NULL,
  name text NOT NULL,
  type text NOT NULL CHECK (type IN ('web', 'spa', 'native', 'm2m', 'device')),
  -- The further members of the resource, validated, under their names in the API; absent members have their defaults.
  settings jsonb NOT NULL DEFAULT '{}',
  allowed_scopes text[] NOT NULL DEFAULT '{}',
  enabled boolean NOT NULL DEFAULT true,
  is_platform boolean NOT NULL DEFAULT false,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- The id of a deleted client stays taken for 30 days.
  deleted_at timestamptz,
  -- False until the access service announces the first access policy of a client: until then its tokens need not ask for policies.
  may_have_policies boolean NOT NULL DEFAULT true,
  CONSTRAINT application__client_id_key PRIMARY KEY (tenant_id, client_id)
);
CREATE INDEX application__created_at ON application (tenant_id, created_at, client_id) WHERE deleted_at IS NULL;
CREATE INDEX application__deleted_at ON application (deleted_at) WHERE deleted_at IS NOT NULL;
SELECT own_by_tenant('application');
SELECT show_to_worker('application');
GRANT SELECT, DELETE ON application TO {{schema}}_worker;

CREATE TABLE application_secret (
  tenant_id text NOT NULL,
  client_id text NOT NULL,
  id text NOT NULL,
  -- SHA-256: the secret has 256 bits of entropy.
  secret_hash bytea NOT NULL,
  last4 text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz,
  last_used_at timestamptz,
  CONSTRAINT application_secret__id_key PRIMARY KEY (tenant_id, client_id, id),
  CONSTRAINT application_secret__client_id_fkey FOREIGN KEY (tenant_id, client_id) REFERENCES application ON DELETE CASCADE
);
CREATE INDEX application_secret__expires_at ON application_secret (expires_at) WHERE expires_at IS NOT NULL;
SELECT own_by_tenant('application_secret');
SELECT show_to_worker('application_secret');
GRANT SELECT (tenant_id, client_id, id, expires_at, last_used_at), UPDATE (last_used_at), DELETE ON application_secret TO {{schema}}_worker;

CREATE TABLE claims_webhook (
  tenant_id text NOT NULL,
  client_id text NOT NULL,
  -- A cleared claims webhook keeps its version, so that a late retry of an older setting cannot bring it back.
  url text,
  secret_sealed text,
  token_types text[] NOT NULL,
  failure_mode text NOT NULL DEFAULT 'omit' CHECK (failure_mode IN ('omit', 'deny')),
  timeout_milliseconds integer NOT NULL DEFAULT 1000,
  version integer NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- When a tenant was last told that a claims webhook failed: once a minute is enough, however many pods see it.
  failure_told_at timestamptz,
  seal_key_id text GENERATED ALWAYS AS (split_part(secret_sealed, '.', 2)) STORED,
  CONSTRAINT claims_webhook__set CHECK ((url IS NULL) = (secret_sealed IS NULL)),
  CONSTRAINT claims_webhook__client_id_key PRIMARY KEY (tenant_id, client_id),
  CONSTRAINT claims_webhook__client_id_fkey FOREIGN KEY (tenant_id, client_id) REFERENCES application ON DELETE CASCADE
);
SELECT own_by_tenant('claims_webhook');
-- Workers see under which key a value is sealed, and whose it is, so that it can be moved to another; never the value.
SELECT show_to_worker('claims_webhook');
GRANT SELECT (tenant_id, seal_key_id) ON claims_webhook TO {{schema}}_worker;

-- Signing keys of the platform. A key's state is where the present lies among its times.
CREATE TABLE signing_key (
  family text NOT NULL CHECK (family IN ('ES256', 'RS256', 'documents')),
  kid text NOT NULL,
  public_jwk jsonb NOT NULL,
  private_sealed text NOT NULL,
  created_at timestamptz NOT NULL,
  activates_at timestamptz NOT NULL,
  -- null: not before there is a successor
  retires_at timestamptz,
  -- null: kept as long as documents must verify
  removes_at timestamptz,
  seal_key_id text GENERATED ALWAYS AS (split_part(private_sealed, '.', 2)) STORED,
  CONSTRAINT signing_key__kid_key PRIMARY KEY (family, kid)
);
-- They are the platform's own: only a transaction of the default tenant sees them.
ALTER TABLE signing_key ENABLE ROW LEVEL SECURITY;
ALTER TABLE signing_key FORCE ROW LEVEL SECURITY;
CREATE POLICY platform ON signing_key TO {{schema}}_app USING (current_setting('platform.tenant_id') = 'tnt_00000000000000000000000001');
GRANT SELECT, INSERT, UPDATE, DELETE ON signing_key TO {{schema}}_app;

-- Artifacts of the OAuth library. Ids are stored hashed: nothing of use can be read out of a copy.
CREATE TABLE oidc_artifact (
  tenant_id text NOT NULL,
  model text NOT NULL,
  id_hash bytea NOT NULL,
  grant_id text,
  uid text,
  user_code_hash bytea,
  payload jsonb NOT NULL,
  consumed_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz,
  -- Finds what is stored by its user and client, since sessions and grants are revoked by them.
  account_id text GENERATED ALWAYS AS (payload ->> 'accountId') STORED,
  client_id text GENERATED ALWAYS AS (payload ->> 'clientId') STORED,
  CONSTRAINT oidc_artifact__id_key PRIMARY KEY (tenant_id, model, id_hash)
) PARTITION BY HASH (tenant_id);
DO $$
BEGIN
  FOR i IN 0..15 LOOP
    EXECUTE format('CREATE TABLE oidc_artifact_%s PARTITION OF oidc_artifact FOR VALUES WITH (MODULUS 16, REMAINDER %s) WITH (fillfactor = 80)', to_char(i, 'FM00'), i);
  END LOOP;
END $$;
CREATE INDEX oidc_artifact__grant_id ON oidc_artifact (tenant_id, grant_id) WHERE grant_id IS NOT NULL;
CREATE INDEX oidc_artifact__uid ON oidc_artifact (tenant_id, model, uid) WHERE uid IS NOT NULL;
-- What is redeemed changes no column that an index holds or tests, so that PostgreSQL need not write the row into every index again
-- (heap-only tuples). A device code loses its user code with its redemption instead.
CREATE UNIQUE INDEX oidc_artifact__user_code_key ON oidc_artifact (tenant_id, user_code_hash) WHERE user_code_hash IS NOT NULL;
CREATE INDEX oidc_artifact__account_id ON oidc_artifact (tenant_id, account_id) WHERE account_id IS NOT NULL;
CREATE INDEX oidc_artifact__client_id ON oidc_artifact (tenant_id, client_id) WHERE client_id IS NOT NULL;
CREATE INDEX oidc_artifact__expires_at ON oidc_artifact (expires_at);
SELECT own_by_tenant('oidc_artifact');
SELECT show_to_worker('oidc_artifact');
GRANT SELECT (tenant_id, model, id_hash, expires_at), DELETE ON oidc_artifact TO {{schema}}_worker;

-- Tokens issued at or before `not_before` (seconds since the epoch) are worth nothing. Source of the bucket `token-cutoffs`.
CREATE TABLE token_cutoff (
  tenant_id text NOT NULL,
  -- session: its access tokens end with it
  kind text NOT NULL CHECK (kind IN ('tenant', 'client', 'subject', 'client_subject', 'session', 'token')),
  id text NOT NULL,
  not_before bigint NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT token_cutoff__id_key PRIMARY KEY (tenant_id, kind, id)
);
CREATE INDEX token_cutoff__created_at ON token_cutoff (created_at);
SELECT own_by_tenant('token_cutoff');
SELECT show_to_worker('token_cutoff');
GRANT SELECT, DELETE ON token_cutoff TO {{schema}}_worker;

-- Which addresses may use a tenant's API: the rules, and the version of each tenant's set.
CREATE TABLE ip_rule_set (
  tenant_id text NOT NULL CONSTRAINT ip_rule_set__tenant_id_key PRIMARY KEY,
  version bigint NOT NULL DEFAULT 0
);
SELECT own_by_tenant('ip_rule_set');
SELECT show_to_worker('ip_rule_set');
GRANT SELECT ON ip_rule_set TO {{schema}}_worker;

CREATE TABLE ip_rule (
  tenant_id text NOT NULL,
  id text NOT NULL,
  action text NOT NULL CHECK (action IN ('allow', 'deny')),
  network cidr NOT NULL,
  -- The same network as RFC 5952 writes it: PostgreSQL writes some of them with dots.
  cidr text NOT NULL,
  description text,
  expires_at timestamptz,
  created_by jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Told that it is the last allow rule and ends within a day.
  announced_at timestamptz,
  -- Known to have ended, so that its network is free again; listed for 30 days more. Enforcement reads expires_at.
  expired_at timestamptz,
  expiry_told_at timestamptz,
  CONSTRAINT ip_rule__id_key PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX ip_rule__network_key ON ip_rule (tenant_id, action, network) WHERE expired_at IS NULL;
CREATE INDEX ip_rule__created_at ON ip_rule (tenant_id, created_at, id);
CREATE INDEX ip_rule__expires_at ON ip_rule (tenant_id, expires_at) WHERE expiry_told_at IS NULL AND expires_at IS NOT NULL;
CREATE INDEX ip_rule__expired_at ON ip_rule (expired_at) WHERE expired_at IS NOT NULL;
SELECT own_by_tenant('ip_rule');
SELECT show_to_worker('ip_rule');
GRANT SELECT (tenant_id, id, expires_at, expired_at, expiry_told_at, announced_at), DELETE ON ip_rule TO {{schema}}_worker;

-- Which applications a user has granted access, and what for. It outlives the grants of single sign-ins.
CREATE TABLE account_consent (
  tenant_id text NOT NULL,
  user_id text NOT NULL,
  client_id text NOT NULL,
  scopes text[] NOT NULL,
  claims text[] NOT NULL DEFAULT '{}',
  resources text[] NOT NULL DEFAULT '{}',
  granted_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT account_consent__client_key PRIMARY KEY (tenant_id, user_id, client_id)
);
SELECT own_by_tenant('account_consent');

-- Attempts on user codes, and how devices poll (RFC 8628).
CREATE TABLE activate_attempt (
  tenant_id text NOT NULL,
  code_hash bytea NOT NULL,
  window_started_at timestamptz NOT NULL,
  attempts int NOT NULL,
  CONSTRAINT activate_attempt__code_key PRIMARY KEY (tenant_id, code_hash)
);
CREATE INDEX activate_attempt__window_started_at ON activate_attempt (window_started_at);
CREATE TABLE device_poll (
  tenant_id text NOT NULL,
  code_hash bytea NOT NULL,
  answered_at timestamptz NOT NULL,
  interval_seconds int NOT NULL,
  slowed_at timestamptz,
  CONSTRAINT device_poll__code_key PRIMARY KEY (tenant_id, code_hash)
);
CREATE INDEX device_poll__answered_at ON device_poll (answered_at);
SELECT own_by_tenant('activate_attempt'), own_by_tenant('device_poll');
SELECT show_to_worker('activate_attempt'), show_to_worker('device_poll');
GRANT SELECT (tenant_id, code_hash, window_started_at), DELETE ON activate_attempt TO {{schema}}_worker;
GRANT SELECT (tenant_id, code_hash, answered_at), DELETE ON device_poll TO {{schema}}_worker;

-- Intents to accept an invitation by signing in: one at a time for an invitation, redeemed once.
CREATE TABLE account_link_intent (
  tenant_id text NOT NULL,
  id text NOT NULL,
  token_hash bytea NOT NULL,
  invitation_id text NOT NULL,
  organization_id text NOT NULL,
  -- The account that is expected; null: any.
  user_id text,
  email text NOT NULL,
  return_to text,
  state text NOT NULL DEFAULT 'minted' CHECK (state IN ('minted', 'consumed', 'revoked')),
  refusals int NOT NULL DEFAULT 0,
  consumed_by text,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  -- What the directory answered when the intent was redeemed; null until it has. Refused: the organization does not take the user who accepted.
  outcome text CONSTRAINT account_link_intent__outcome_check CHECK (outcome IN ('accepted', 'expired', 'revoked', 'used', 'refused')),
  CONSTRAINT account_link_intent__id_key PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX account_link_intent__token_key ON account_link_intent (tenant_id, token_hash);
CREATE UNIQUE INDEX account_link_intent__invitation_key ON account_link_intent (tenant_id, invitation_id) WHERE state = 'minted';
CREATE INDEX account_link_intent__expires_at ON account_link_intent (expires_at);
SELECT own_by_tenant('account_link_intent');
SELECT show_to_worker('account_link_intent');
GRANT SELECT (tenant_id, id, expires_at), DELETE ON account_link_intent TO {{schema}}_worker;

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

-- What identity providers post to the hub (SAML, Apple), until the browser comes back to its login with it.
CREATE TABLE federation_response (
  tenant_id text NOT NULL,
  -- the login that it is for; a new response takes the place of the old
  uid text NOT NULL,
  -- SHA-256 of what the browser is given to fetch it with
  handle_hash bytea NOT NULL,
  form_sealed text NOT NULL,
  expires_at timestamptz NOT NULL,
  CONSTRAINT federation_response__uid_key PRIMARY KEY (tenant_id, uid)
);
CREATE INDEX federation_response__expires_at ON federation_response (expires_at);
SELECT own_by_tenant('federation_response');
SELECT show_to_worker('federation_response');
GRANT SELECT (tenant_id, uid, expires_at), DELETE ON federation_response TO {{schema}}_worker;

-- Counts within fixed windows: failed sign-ins of each person.
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

-- What a request of a client needs first, in one round trip: the client, and at the token endpoint what it redeems and whether it may.
CREATE VIEW enabled_client WITH (security_invoker = true) AS
SELECT a.tenant_id, a.client_id, a.name, a.type, a.settings, a.allowed_scopes,
  coalesce((SELECT json_agg(json_build_object('id', s.id, 'hash', encode(s.secret_hash, 'hex')) ORDER BY s.id DESC) FROM application_secret s
    WHERE s.tenant_id = a.tenant_id AND s.client_id = a.client_id AND (s.expires_at IS NULL OR s.expires_at > now())), '[]') AS secrets,
  CASE WHEN w.url IS NOT NULL THEN json_build_object('url', w.url, 'secretSealed', w.secret_sealed, 'tokenTypes', w.token_types, 'failureMode', w.failure_mode,
    'timeoutMilliseconds', w.timeout_milliseconds) END AS webhook, a.may_have_policies
FROM application a LEFT JOIN claims_webhook w ON w.tenant_id = a.tenant_id AND w.client_id = a.client_id
WHERE a.enabled AND a.deleted_at IS NULL;
GRANT SELECT ON enabled_client TO {{schema}}_app;

CREATE FUNCTION find_client(of_tenant text, of_client text)
RETURNS TABLE (name text, type text, settings jsonb, allowed_scopes text[], secrets json, webhook json, may_have_policies boolean) LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN
  PERFORM set_config('platform.tenant_id', of_tenant, true);
  RETURN QUERY SELECT name, type, settings, allowed_scopes, secrets, webhook, may_have_policies FROM enabled_client
    WHERE tenant_id = of_tenant AND client_id = of_client;
END $$;

-- The functions of the token path have generic plans: PostgreSQL overestimates the cost of one over partitions, and would plan their statements
-- again in each call. Each look-up is by a whole key in a variable: under row-level security, a key that is computed from another row is not used
-- with an index, and each refresh would read all grants of its tenant.

-- The client of a request, what it redeems, and the grant of that.
CREATE FUNCTION find_token_client(of_tenant text, of_client text, redeemed_model text, redeemed_hash bytea)
RETURNS TABLE (name text, type text, settings jsonb, allowed_scopes text[], secrets json, webhook json, may_have_policies boolean,
  redeemed jsonb, consumed_at timestamptz, granted jsonb) LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
DECLARE
  artifact record;
  grant_hash bytea;
BEGIN
  PERFORM set_config('platform.tenant_id', of_tenant, true);
  SELECT payload, consumed_at, grant_id INTO artifact FROM oidc_artifact
    WHERE tenant_id = of_tenant AND model = redeemed_model AND id_hash = redeemed_hash AND (expires_at IS NULL OR expires_at > now());
  grant_hash := sha256(convert_to(artifact.grant_id, 'UTF8'));
  RETURN QUERY SELECT name, type, settings, allowed_scopes, secrets, webhook, may_have_policies, artifact.payload, artifact.consumed_at,
      (SELECT payload FROM oidc_artifact WHERE tenant_id = of_tenant AND model = 'Grant' AND id_hash = grant_hash AND (expires_at IS NULL OR expires_at > now()))
    FROM enabled_client WHERE tenant_id = of_tenant AND client_id = of_client;
END $$;

-- The facts that decide whether an access token may be signed. `held` are the locks of the cut-offs that can reach it: each statement sees what was
-- committed before it, so those behind the locks see every cut-off that has begun. A client of the platform is in another tenant than its token.
CREATE FUNCTION find_issue_facts(of_tenant text, home_tenant text, of_client text, held text[], of_user text, of_client_user text, grant_hash bytea)
RETURNS TABLE (has_client boolean, has_tenant boolean, has_grant boolean, not_before bigint) LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
DECLARE
  is_enabled boolean;
  client_cutoff bigint;
BEGIN
  PERFORM set_config('platform.tenant_id', home_tenant, true);
  PERFORM pg_advisory_xact_lock_shared(hashtextextended(key, 0)) FROM unnest(held) AS key;
  SELECT EXISTS (SELECT FROM application WHERE tenant_id = home_tenant AND client_id = of_client AND enabled AND deleted_at IS NULL),
    (SELECT not_before FROM token_cutoff WHERE tenant_id = home_tenant AND kind = 'client' AND id = of_client) INTO is_enabled, client_cutoff;
  PERFORM set_config('platform.tenant_id', of_tenant, true);
  RETURN QUERY SELECT is_enabled,
    EXISTS (SELECT FROM tenant WHERE id = of_tenant AND state = 'active'),
    grant_hash IS NULL OR EXISTS (SELECT FROM oidc_artifact WHERE tenant_id = of_tenant AND model = 'Grant' AND id_hash = grant_hash),
    greatest(client_cutoff, (SELECT max(not_before) FROM token_cutoff
      WHERE tenant_id = of_tenant AND (kind, id) IN (('tenant', of_tenant), ('subject', of_user), ('client_subject', of_client_user))));
END $$;
REVOKE ALL ON FUNCTION find_client, find_token_client, find_issue_facts FROM PUBLIC;
GRANT EXECUTE ON FUNCTION find_client, find_token_client, find_issue_facts TO {{schema}}_app;

-- Artifacts of the OAuth library, each in one round trip.
CREATE FUNCTION find_artifact(of_tenant text, of_model text, of_hash bytea, of_uid text) RETURNS TABLE (payload jsonb, consumed_at timestamptz)
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
BEGIN
  PERFORM set_config('platform.tenant_id', of_tenant, true);
  IF of_uid IS NULL THEN
    RETURN QUERY SELECT payload, consumed_at FROM oidc_artifact
      WHERE tenant_id = of_tenant AND model = of_model AND id_hash = of_hash AND (expires_at IS NULL OR expires_at > now());
  ELSE
    RETURN QUERY SELECT payload, consumed_at FROM oidc_artifact
      WHERE tenant_id = of_tenant AND model = of_model AND uid = of_uid AND (expires_at IS NULL OR expires_at > now());
  END IF;
END $$;

CREATE FUNCTION store_artifact(of_tenant text, of_model text, of_hash bytea, of_grant text, of_uid text, of_user_code bytea, of_payload jsonb, seconds double precision)
RETURNS TABLE (is_stored boolean) LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  PERFORM set_config('platform.tenant_id', of_tenant, true);
  INSERT INTO oidc_artifact (tenant_id, model, id_hash, grant_id, uid, user_code_hash, payload, expires_at)
    VALUES (of_tenant, of_model, of_hash, of_grant, of_uid, of_user_code, of_payload, now() + make_interval(secs => seconds))
    ON CONFLICT ON CONSTRAINT oidc_artifact__id_key
    DO UPDATE SET payload = excluded.payload, grant_id = excluded.grant_id, uid = excluded.uid, expires_at = excluded.expires_at;
  RETURN QUERY SELECT true;
END $$;

-- Returns the grant of what is consumed; no row if another was first, or nothing is there.
CREATE FUNCTION consume_artifact(of_tenant text, of_model text, of_hash bytea) RETURNS TABLE (grant_id text)
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
BEGIN
  PERFORM set_config('platform.tenant_id', of_tenant, true);
  RETURN QUERY UPDATE oidc_artifact SET consumed_at = now(), user_code_hash = NULL
    WHERE tenant_id = of_tenant AND model = of_model AND id_hash = of_hash AND consumed_at IS NULL RETURNING grant_id;
END $$;
REVOKE ALL ON FUNCTION find_artifact, store_artifact, consume_artifact FROM PUBLIC;
GRANT EXECUTE ON FUNCTION find_artifact, store_artifact, consume_artifact TO {{schema}}_app;

-- A page of a login finds where it stands in one round trip.
CREATE FUNCTION find_login_session(of_tenant text, of_uid text)
RETURNS TABLE (version integer, flow_version bigint, activation_sequence bigint, state jsonb, progress_sealed text, expires_at timestamptz)
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
BEGIN
  PERFORM set_config('platform.tenant_id', of_tenant, true);
  RETURN QUERY SELECT version, flow_version, activation_sequence, state, progress_sealed, expires_at
    FROM login_session WHERE tenant_id = of_tenant AND uid = of_uid;
END $$;
REVOKE ALL ON FUNCTION find_login_session FROM PUBLIC;
GRANT EXECUTE ON FUNCTION find_login_session TO {{schema}}_app;

-- Assertions of SAML identity providers that have signed someone in: each signs in once, on whichever pod.
CREATE TABLE spent_assertion (
  tenant_id text NOT NULL,
  directory_id text NOT NULL,
  -- SHA-256 of the assertion's ID
  id_hash bytea NOT NULL,
  -- when the assertion's own times prevent another use
  expires_at timestamptz NOT NULL,
  CONSTRAINT spent_assertion__id_key PRIMARY KEY (tenant_id, directory_id, id_hash)
);
CREATE INDEX spent_assertion__expires_at ON spent_assertion (expires_at);
SELECT own_by_tenant('spent_assertion');
SELECT show_to_worker('spent_assertion');
GRANT SELECT (tenant_id, directory_id, id_hash, expires_at), DELETE ON spent_assertion TO {{schema}}_worker;

-- Public halves of document keys that were revoked: documents signed before the moment still verify, those after it do not.
CREATE TABLE compromised_document_key (
  kid text NOT NULL,
  public_jwk jsonb NOT NULL,
  -- signatures from this moment on do not count
  compromised_at timestamptz NOT NULL,
  CONSTRAINT compromised_document_key__kid_key PRIMARY KEY (kid)
);
ALTER TABLE compromised_document_key ENABLE ROW LEVEL SECURITY;
ALTER TABLE compromised_document_key FORCE ROW LEVEL SECURITY;
CREATE POLICY platform ON compromised_document_key TO {{schema}}_app USING (current_setting('platform.tenant_id') = 'tnt_00000000000000000000000001');
GRANT SELECT, INSERT ON compromised_document_key TO {{schema}}_app;
