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
  PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX attribute_definitions__key_key ON attribute_definitions (tenant_id, entity_kind, key);
CREATE UNIQUE INDEX attribute_definitions__scim_path_key ON attribute_definitions (tenant_id, entity_kind, scim_path);
CREATE INDEX attribute_definitions__violated ON attribute_definitions (tenant_id, id) WHERE conformance_state = 'violated';
SELECT own_by_tenant('attribute_definitions');
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
