-- Tenants that were deleted: what still arrives of them is not kept.
CREATE TABLE purged_tenant (
  tenant_id text NOT NULL PRIMARY KEY,
  purged_at timestamptz NOT NULL DEFAULT now()
);
SELECT own_by_tenant('purged_tenant');
