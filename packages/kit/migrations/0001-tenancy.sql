-- Row-level security for tenant-owned tables, so that a query that forgets the tenant finds nothing.
CREATE FUNCTION own_by_tenant(owned regclass) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', owned);
  EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', owned);
  EXECUTE format('CREATE POLICY tenant ON %s TO {{schema}}_app USING (tenant_id = current_setting(''platform.tenant_id''))', owned);
  EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %s TO {{schema}}_app', owned);
END $$;

-- Lets background workers see a tenant-owned table across tenants; the columns are the grant's business.
CREATE FUNCTION show_to_worker(owned regclass) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE POLICY worker ON %s TO {{schema}}_worker USING (true)', owned);
END $$;
