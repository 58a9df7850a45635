-- What tenants are entitled to. The set's row is locked by every change; its revision orders what siblings are told.
CREATE TABLE entitlement_sets (
  tenant_id text NOT NULL PRIMARY KEY,
  revision bigint NOT NULL
);
SELECT own_by_tenant('entitlement_sets');

CREATE TABLE entitlements (
  tenant_id text NOT NULL,
  family text NOT NULL,
  -- what held when the tenant was first seen; later defaults change nothing for it
  by_default boolean NOT NULL,
  -- the operator's word, where there is one
  granted boolean,
  reason text,
  since timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz,
  PRIMARY KEY (tenant_id, family)
);
CREATE INDEX entitlements__expiry ON entitlements (expires_at) WHERE expires_at IS NOT NULL;
SELECT own_by_tenant('entitlements');
SELECT show_to_worker('entitlements');
GRANT SELECT (tenant_id, family, expires_at) ON entitlements TO {{schema}}_worker;
