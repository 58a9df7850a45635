-- What people consent to, version by version, and who is responsible for it.
CREATE TABLE consent_purposes (
  tenant_id text NOT NULL,
  purpose_key text NOT NULL COLLATE "C",
  state text NOT NULL CONSTRAINT consent_purposes__state_check CHECK (state IN ('active', 'retired')),
  source text NOT NULL CONSTRAINT consent_purposes__source_check CHECK (source IN ('declared', 'implicit')),
  version integer NOT NULL,
  min_version integer NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, purpose_key)
);
SELECT own_by_tenant('consent_purposes');

CREATE TABLE consent_purpose_versions (
  tenant_id text NOT NULL,
  purpose_key text NOT NULL COLLATE "C",
  version integer NOT NULL,
  content jsonb NOT NULL,
  translations jsonb NOT NULL,
  requires_reconsent boolean NOT NULL,
  effective_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, purpose_key, version),
  CONSTRAINT consent_purpose_versions__purpose_fkey FOREIGN KEY (tenant_id, purpose_key) REFERENCES consent_purposes (tenant_id, purpose_key)
);
SELECT own_by_tenant('consent_purpose_versions');

CREATE TABLE compliance_profiles (
  tenant_id text NOT NULL PRIMARY KEY,
  content jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
SELECT own_by_tenant('compliance_profiles');
