-- Versions of the authorization model, and the feed of tuples' changes by month.
CREATE TABLE fga_models (
  tenant_id text NOT NULL,
  id text NOT NULL COLLATE "C",
  model jsonb NOT NULL,
  dsl text NOT NULL,
  checksum text NOT NULL COLLATE "C",
  bytes integer NOT NULL,
  description text,
  warnings jsonb NOT NULL DEFAULT '[]',
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by jsonb NOT NULL,
  activated_at timestamptz,
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX fga_models__never_active ON fga_models (tenant_id, id) WHERE activated_at IS NULL;
SELECT own_by_tenant('fga_models');

CREATE TABLE fga_changes (
  tenant_id text NOT NULL,
  revision bigint NOT NULL,
  sequence integer NOT NULL,
  at timestamptz NOT NULL,
  operation text NOT NULL CONSTRAINT fga_changes__operation_check CHECK (operation IN ('write', 'delete', 'expire')),
  object_type text NOT NULL COLLATE "C",
  object_id text NOT NULL COLLATE "C",
  relation text NOT NULL COLLATE "C",
  subject_type text NOT NULL COLLATE "C",
  subject_id text NOT NULL COLLATE "C",
  subject_relation text NOT NULL COLLATE "C",
  condition_name text COLLATE "C",
  condition_context jsonb,
  expires_at timestamptz,
  actor jsonb NOT NULL,
  PRIMARY KEY (tenant_id, revision, sequence, at)
) PARTITION BY RANGE (at);
CREATE INDEX fga_changes__object_type ON fga_changes (tenant_id, object_type, revision, sequence);
CREATE TABLE fga_changes_default PARTITION OF fga_changes DEFAULT;
SELECT own_by_tenant('fga_changes');

-- Makes the partitions of this month and the next two, and drops those that ended before the retention began.
CREATE FUNCTION fga_changes_maintain(retention interval) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = {{schema}}, pg_temp SET timezone = 'UTC' AS $$
DECLARE
  month timestamptz;
  part record;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('{{schema}} fga_changes_maintain', 0));
  FOR i IN 0..2 LOOP
    month := date_trunc('month', now()) + make_interval(months => i);
    CONTINUE WHEN to_regclass(format('{{schema}}.fga_changes_%s', to_char(month, 'YYYYMM'))) IS NOT NULL;
    -- rows that came while nobody maintained stand in the default partition: their month stays there
    CONTINUE WHEN EXISTS (SELECT FROM fga_changes_default WHERE at >= month AND at < month + interval '1 month');
    EXECUTE format('CREATE TABLE fga_changes_%s PARTITION OF fga_changes FOR VALUES FROM (%L) TO (%L)',
                   to_char(month, 'YYYYMM'), month, month + interval '1 month');
  END LOOP;
  FOR part IN SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
              WHERE i.inhparent = 'fga_changes'::regclass AND c.relname ~ '^fga_changes_[0-9]{6}$'
                AND to_timestamp(right(c.relname, 6), 'YYYYMM') + interval '1 month' < now() - retention LOOP
    EXECUTE format('DROP TABLE %I', part.relname);
  END LOOP;
  DELETE FROM fga_changes_default WHERE at < now() - retention;
END $$;
REVOKE ALL ON FUNCTION fga_changes_maintain FROM PUBLIC;
GRANT EXECUTE ON FUNCTION fga_changes_maintain TO {{schema}}_worker;
SELECT fga_changes_maintain(interval '30 days');
