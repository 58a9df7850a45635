-- Legal documents of applications: their versions, what is active in each locale, and from which version people have to agree again.
CREATE TABLE legal_documents (
  tenant_id text NOT NULL,
  id text NOT NULL COLLATE "C",
  client_id text NOT NULL,
  doc_type text NOT NULL COLLATE "C",
  locale text NOT NULL COLLATE "C",
  version integer NOT NULL,
  version_label text,
  title text NOT NULL,
  content text,
  content_url text,
  content_bytes integer,
  sha256 text NOT NULL,
  change_summary text,
  requires_reconsent boolean NOT NULL,
  effective_at timestamptz,
  purpose_keys text[] NOT NULL,
  state text NOT NULL DEFAULT 'draft' CONSTRAINT legal_documents__state_check CHECK (state IN ('draft', 'active', 'retired')),
  activated_at timestamptz,
  activated_by jsonb,
  retired_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT legal_documents__version_key UNIQUE (tenant_id, client_id, doc_type, locale, version)
);
CREATE UNIQUE INDEX legal_documents__active_key ON legal_documents (tenant_id, client_id, doc_type, locale) WHERE state = 'active';
CREATE INDEX legal_documents__list ON legal_documents (tenant_id, client_id, doc_type, id);
SELECT own_by_tenant('legal_documents');

-- One row for each locale of a type: activations take turns on it.
CREATE TABLE legal_slots (
  tenant_id text NOT NULL,
  client_id text NOT NULL,
  doc_type text NOT NULL COLLATE "C",
  locale text NOT NULL COLLATE "C",
  -- the highest version that was ever active
  activated_version integer,
  PRIMARY KEY (tenant_id, client_id, doc_type, locale)
);
SELECT own_by_tenant('legal_slots');

-- Versions that people who agreed to an earlier one have to agree to.
CREATE TABLE legal_floors (
  tenant_id text NOT NULL,
  client_id text NOT NULL,
  doc_type text NOT NULL COLLATE "C",
  locale text NOT NULL COLLATE "C",
  version integer NOT NULL,
  effective_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, client_id, doc_type, locale, version)
);
SELECT own_by_tenant('legal_floors');
