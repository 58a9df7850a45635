-- Tenants that come from another installation: from which archive, and whether all of it is here.

CREATE TABLE tenant_import (
  tenant_id text NOT NULL,
  -- names the export, so that only its archive continues an import
  archive_id text NOT NULL,
  started_at timestamptz NOT NULL DEFAULT now(),
  completed_at timestamptz,
  CONSTRAINT tenant_import__pkey PRIMARY KEY (tenant_id)
);
SELECT own_by_tenant('tenant_import');
