-- A cleared claims webhook keeps its version, so that a late retry of an older setting cannot bring it back.
ALTER TABLE claims_webhook ALTER COLUMN url DROP NOT NULL, ALTER COLUMN secret_sealed DROP NOT NULL;
ALTER TABLE claims_webhook ADD CONSTRAINT claims_webhook__set CHECK ((url IS NULL) = (secret_sealed IS NULL));
