-- Tenants that are being imported from another installation: reserved, and not known to any request before all their rows are here.

CREATE TABLE tenant_arrival (
  -- the platform's own tenant, whose operators import
  tenant_id text NOT NULL,
  -- of the tenant that arrives
  id text NOT NULL,
  -- in slug_reservation
  label text NOT NULL,
  -- names the export
  move_id text NOT NULL,
  -- the tenant where it was exported
  tenant jsonb NOT NULL,
  state text NOT NULL DEFAULT 'importing' CONSTRAINT tenant_arrival__state CHECK (state IN ('importing', 'completed', 'abandoned')),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT tenant_arrival__pkey PRIMARY KEY (tenant_id, id)
);
SELECT own_by_tenant('tenant_arrival');

-- Takes the label for a tenant that arrives; false: any tenant has or had it.
CREATE FUNCTION arrival_label_reserve(wanted text, arriving text) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER
SET search_path = {{schema}}, pg_temp AS $$
BEGIN
  INSERT INTO slug_reservation (slug, tenant_id) VALUES (wanted, arriving) ON CONFLICT DO NOTHING;
  RETURN FOUND;
END $$;

-- Releases the label of an arrival that was abandoned. One that a tenant has or had is never released.
CREATE FUNCTION arrival_label_release(arriving text) RETURNS void LANGUAGE sql SECURITY DEFINER
SET search_path = {{schema}}, pg_temp AS $$
  DELETE FROM slug_reservation WHERE tenant_id = arriving AND NOT EXISTS (SELECT FROM tenant WHERE id = arriving);
$$;
REVOKE ALL ON FUNCTION arrival_label_reserve, arrival_label_release FROM PUBLIC;
GRANT EXECUTE ON FUNCTION arrival_label_reserve, arrival_label_release TO {{schema}}_app;
