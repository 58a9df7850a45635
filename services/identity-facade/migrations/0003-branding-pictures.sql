-- Pictures of brandings that tenants upload, by the digest of their content.

CREATE TABLE branding_pictures (
  tenant_id text NOT NULL,
  sha256 text NOT NULL,
  media_type text NOT NULL CONSTRAINT branding_pictures__media_type CHECK (media_type IN ('image/png', 'image/jpeg', 'image/webp')),
  width integer NOT NULL,
  height integer NOT NULL,
  content bytea NOT NULL,
  created_at timestamptz NOT NULL,
  -- null while the saved branding uses it
  unused_since timestamptz,
  PRIMARY KEY (tenant_id, sha256)
);
SELECT own_by_tenant('branding_pictures');
