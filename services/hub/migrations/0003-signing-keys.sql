-- Signing keys of the platform. A key's state is where `now()` lies among its times.
CREATE TABLE signing_key (
  family text NOT NULL CHECK (family IN ('ES256', 'RS256', 'documents')),
  kid text NOT NULL,
  public_jwk jsonb NOT NULL,
  private_sealed text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  activates_at timestamptz NOT NULL,
  retires_at timestamptz,
  removes_at timestamptz,
  CONSTRAINT signing_key__kid_key PRIMARY KEY (family, kid)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON signing_key TO {{schema}}_worker;
