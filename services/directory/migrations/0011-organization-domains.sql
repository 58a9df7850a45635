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
