-- Relation tuples, and one store row a tenant whose revision orders every write.
CREATE TABLE relation_tuples (
  tenant_id text NOT NULL,
  object_type text NOT NULL COLLATE "C",
  object_id text NOT NULL COLLATE "C",
  relation text NOT NULL COLLATE "C",
  subject_type text NOT NULL COLLATE "C",
  -- '*' is every plain subject of the type
  subject_id text NOT NULL COLLATE "C",
  -- empty unless the subject is a userset
  subject_relation text NOT NULL COLLATE "C" DEFAULT '',
  condition_name text COLLATE "C",
  condition_context jsonb,
  expires_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  revision bigint NOT NULL,
  PRIMARY KEY (tenant_id, object_type, object_id, relation, subject_type, subject_id, subject_relation)
) PARTITION BY HASH (tenant_id);
CREATE INDEX relation_tuples__reverse ON relation_tuples (tenant_id, subject_type, subject_id, subject_relation, relation, object_type, object_id);
CREATE INDEX relation_tuples__expiry ON relation_tuples (tenant_id, expires_at) WHERE expires_at IS NOT NULL;
DO $$
BEGIN
  FOR i IN 0..31 LOOP
    EXECUTE format('CREATE TABLE relation_tuples_%s PARTITION OF relation_tuples FOR VALUES WITH (MODULUS 32, REMAINDER %s) WITH (autovacuum_vacuum_scale_factor = 0.02)', lpad(i::text, 2, '0'), i);
  END LOOP;
END $$;
SELECT own_by_tenant('relation_tuples');
-- A sweep sees which tenants have expired rows, nothing else.
SELECT show_to_worker('relation_tuples');
GRANT SELECT (tenant_id, expires_at) ON relation_tuples TO {{schema}}_worker;

CREATE TABLE fga_stores (
  tenant_id text NOT NULL,
  active_model_id text COLLATE "C",
  revision bigint NOT NULL DEFAULT 0,
  tuple_count bigint NOT NULL DEFAULT 0,
  model_count integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id)
);
SELECT own_by_tenant('fga_stores');
