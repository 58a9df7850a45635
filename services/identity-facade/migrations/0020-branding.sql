-- The look of the login pages: settings, copies of images, style sheets.
CREATE TABLE branding (
  tenant_id text NOT NULL PRIMARY KEY,
  -- json keeps the order of properties, as the caller wrote them
  settings json NOT NULL,
  -- style rules as they are served
  custom_css text,
  theme_sha256 text NOT NULL,
  version bigint NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
SELECT own_by_tenant('branding');

CREATE TABLE branding_assets (
  tenant_id text NOT NULL,
  kind text NOT NULL CONSTRAINT branding_assets__kind CHECK (kind IN ('logo', 'logo_dark', 'icon', 'background_image')),
  -- SHA-256 of the URL
  url_hash text NOT NULL,
  source_url text NOT NULL,
  status text NOT NULL CONSTRAINT branding_assets__status CHECK (status IN ('pending', 'ready', 'failed')),
  failure_reason text,
  sha256 text,
  media_type text,
  width integer,
  height integer,
  content bytea,
  -- no longer part of the branding; pages that were rendered before may still ask for it
  retired_at timestamptz,
  PRIMARY KEY (tenant_id, kind, url_hash),
  CONSTRAINT branding_assets__content CHECK ((status = 'ready') = (content IS NOT NULL))
);
CREATE INDEX branding_assets__sha256 ON branding_assets (tenant_id, sha256) WHERE sha256 IS NOT NULL;
SELECT own_by_tenant('branding_assets');

CREATE TABLE branding_themes (
  tenant_id text NOT NULL,
  sha256 text NOT NULL,
  css text NOT NULL,
  retired_at timestamptz,
  PRIMARY KEY (tenant_id, sha256)
);
SELECT own_by_tenant('branding_themes');
