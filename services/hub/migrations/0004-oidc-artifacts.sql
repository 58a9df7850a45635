-- What the OAuth engine keeps. Ids are stored hashed: nothing of use can be read out of a copy.
CREATE TABLE oidc_artifact (
  tenant_id text NOT NULL,
  model text NOT NULL,
  id_hash bytea NOT NULL,
  grant_id text,
  uid text,
  user_code_hash bytea,
  payload jsonb NOT NULL,
  consumed_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz,
  CONSTRAINT oidc_artifact__id_key PRIMARY KEY (tenant_id, model, id_hash)
) PARTITION BY HASH (tenant_id);
DO $$
BEGIN
  FOR i IN 0..15 LOOP
    EXECUTE format('CREATE TABLE oidc_artifact_%s PARTITION OF oidc_artifact FOR VALUES WITH (MODULUS 16, REMAINDER %s) WITH (fillfactor = 80)', to_char(i, 'FM00'), i);
  END LOOP;
END $$;
CREATE INDEX oidc_artifact__grant_id ON oidc_artifact (tenant_id, grant_id) WHERE grant_id IS NOT NULL;
CREATE INDEX oidc_artifact__uid ON oidc_artifact (tenant_id, model, uid) WHERE uid IS NOT NULL;
CREATE UNIQUE INDEX oidc_artifact__user_code_key ON oidc_artifact (tenant_id, user_code_hash) WHERE user_code_hash IS NOT NULL AND consumed_at IS NULL;
CREATE INDEX oidc_artifact__expires_at ON oidc_artifact (expires_at);
SELECT own_by_tenant('oidc_artifact');
SELECT show_to_worker('oidc_artifact');
GRANT SELECT (tenant_id, model, id_hash, expires_at), DELETE ON oidc_artifact TO {{schema}}_worker;
