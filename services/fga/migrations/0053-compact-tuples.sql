-- A tuple names its tenant by the UUID within the id, in the row and in both indexes, and begins with what has a fixed width.
ALTER TABLE relation_tuples NO FORCE ROW LEVEL SECURITY;
CREATE TABLE relation_tuples_before AS SELECT * FROM relation_tuples;
DROP TABLE relation_tuples;

CREATE TABLE relation_tuples (
  created_at timestamptz NOT NULL DEFAULT now(),
  revision bigint NOT NULL,
  -- the UUID within the tenant's id
  tenant_id uuid NOT NULL,
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

-- 26 characters of base32 are 130 bits, of which the first two are none.
INSERT INTO relation_tuples (tenant_id, object_type, object_id, relation, subject_type, subject_id, subject_relation, condition_name, condition_context, expires_at, created_at, revision)
SELECT u.uuid, t.object_type, t.object_id, t.relation, t.subject_type, t.subject_id, t.subject_relation, t.condition_name, t.condition_context, t.expires_at, t.created_at, t.revision
FROM relation_tuples_before t JOIN (
  SELECT tenant_id, (SELECT string_agg(lpad(to_hex(substr(bits, 3 + 32 * i, 32)::bit(32)::integer), 8, '0'), '' ORDER BY i) FROM generate_series(0, 3) AS i)::uuid AS uuid
  FROM (SELECT tenant_id, string_agg((strpos('0123456789abcdefghjkmnpqrstvwxyz', c) - 1)::bit(5)::text, '' ORDER BY n) AS bits
        FROM (SELECT DISTINCT tenant_id FROM relation_tuples_before) tenants, regexp_split_to_table(right(tenant_id, 26), '') WITH ORDINALITY AS s(c, n) GROUP BY tenant_id) of_tenants
) u USING (tenant_id)
ORDER BY u.uuid, t.object_type, t.object_id, t.relation, t.subject_type, t.subject_id, t.subject_relation;
DROP TABLE relation_tuples_before;

SELECT own_by_tenant('relation_tuples');
-- A sweep sees which tenants have expired rows, nothing else.
SELECT show_to_worker('relation_tuples');
GRANT SELECT (tenant_id, expires_at) ON relation_tuples TO {{schema}}_worker;
