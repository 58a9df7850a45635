-- Signing keys of the platform. A key's state is where the present lies among its times.
CREATE TABLE signing_key (
  family text NOT NULL CHECK (family IN ('ES256', 'RS256', 'documents')),
  kid text NOT NULL,
  public_jwk jsonb NOT NULL,
  private_sealed text NOT NULL,
  created_at timestamptz NOT NULL,
  activates_at timestamptz NOT NULL,
  -- null: not before there is a successor
  retires_at timestamptz,
  -- null: kept as long as documents must verify
  removes_at timestamptz,
  CONSTRAINT signing_key__kid_key PRIMARY KEY (family, kid)
);
-- They are the platform's own: only a transaction of the default tenant sees them.
ALTER TABLE signing_key ENABLE ROW LEVEL SECURITY;
ALTER TABLE signing_key FORCE ROW LEVEL SECURITY;
CREATE POLICY platform ON signing_key TO {{schema}}_app USING (current_setting('platform.tenant_id') = 'tnt_00000000000000000000000001');
GRANT SELECT, INSERT, UPDATE, DELETE ON signing_key TO {{schema}}_app;
