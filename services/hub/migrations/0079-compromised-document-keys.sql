-- Public halves of document keys that were revoked: documents signed before the moment still verify, those after it do not.
CREATE TABLE compromised_document_key (
  kid text NOT NULL,
  public_jwk jsonb NOT NULL,
  -- signatures from this moment on do not count
  compromised_at timestamptz NOT NULL,
  CONSTRAINT compromised_document_key__kid_key PRIMARY KEY (kid)
);
ALTER TABLE compromised_document_key ENABLE ROW LEVEL SECURITY;
ALTER TABLE compromised_document_key FORCE ROW LEVEL SECURITY;
CREATE POLICY platform ON compromised_document_key TO {{schema}}_app USING (current_setting('platform.tenant_id') = 'tnt_00000000000000000000000001');
GRANT SELECT, INSERT ON compromised_document_key TO {{schema}}_app;
