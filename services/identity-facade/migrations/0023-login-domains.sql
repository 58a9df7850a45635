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
