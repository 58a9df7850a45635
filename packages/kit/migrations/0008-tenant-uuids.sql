-- A table whose rows are many and small may keep its tenant as the UUID within the id: 16 bytes for 31, in the row and in every index.
CREATE OR REPLACE FUNCTION own_by_tenant(owned regclass) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  setting text := CASE (SELECT atttypid::regtype FROM pg_attribute WHERE attrelid = owned AND attname = 'tenant_id')
    WHEN 'uuid'::regtype THEN 'current_setting(''platform.tenant_uuid'')::uuid' ELSE 'current_setting(''platform.tenant_id'')' END;
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', owned);
  EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', owned);
  EXECUTE format('CREATE POLICY tenant ON %s TO {{schema}}_app USING (tenant_id = %s)', owned, setting);
  EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %s TO {{schema}}_app', owned);
END $$;
