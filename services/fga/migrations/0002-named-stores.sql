-- Named stores besides the default one of each tenant, and the assertions of models.

-- A transaction works in the default store of its tenant, or in the one that `platform.store_uuid` names: a statement makes that setting only
-- from a row of fga_stores, which the tenant's own policy shows. Tables that name the tenant as well keep the nil UUID for the default
-- store, so that no row has to be rewritten. Tuples name their store in place of the tenant; that of the default store is the UUID of the tenant.
ALTER TABLE fga_stores ADD COLUMN id uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000';
ALTER TABLE fga_stores ADD COLUMN name text;
-- set while a job deletes what the store contains
ALTER TABLE fga_stores ADD COLUMN deleted_at timestamptz;
ALTER TABLE fga_stores DROP CONSTRAINT fga_stores_pkey, ADD PRIMARY KEY (tenant_id, id);
CREATE UNIQUE INDEX fga_stores__id_key ON fga_stores (id) WHERE id <> '00000000-0000-0000-0000-000000000000';
-- The sweep of expired tuples sees whose a store is.
SELECT show_to_worker('fga_stores');
GRANT SELECT (tenant_id, id) ON fga_stores TO {{schema}}_worker;

ALTER TABLE fga_models ADD COLUMN store_id uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000';
ALTER TABLE fga_changes ADD COLUMN store_id uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000';
ALTER TABLE fga_changes DROP CONSTRAINT fga_changes_pkey, ADD PRIMARY KEY (tenant_id, store_id, revision, sequence, at);
DROP INDEX fga_changes__object_type;
CREATE INDEX fga_changes__object_type ON fga_changes (tenant_id, store_id, object_type, revision, sequence);

DO $$
DECLARE
  named text := 'nullif(current_setting(''platform.store_uuid'', true), '''')';
  in_use text := format('coalesce(%s, ''00000000-0000-0000-0000-000000000000'')::uuid', named);
  owned text;
BEGIN
  FOREACH owned IN ARRAY ARRAY['fga_models', 'fga_changes'] LOOP
    EXECUTE format('ALTER TABLE %s ALTER COLUMN store_id SET DEFAULT %s', owned, in_use);
    EXECUTE format('ALTER POLICY tenant ON %s USING (tenant_id = current_setting(''platform.tenant_id'') AND store_id = %s)', owned, in_use);
  END LOOP;
  EXECUTE format('ALTER POLICY tenant ON relation_tuples USING (tenant_id = coalesce(%s, current_setting(''platform.tenant_uuid''))::uuid)', named);
END $$;

-- A model belongs to one store, and takes its assertions along.
CREATE TABLE fga_assertions (
  tenant_id text NOT NULL,
  model_id text NOT NULL COLLATE "C",
  assertions jsonb NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, model_id),
  CONSTRAINT fga_assertions__model_fkey FOREIGN KEY (tenant_id, model_id) REFERENCES fga_models (tenant_id, id) ON DELETE CASCADE
);
SELECT own_by_tenant('fga_assertions');
