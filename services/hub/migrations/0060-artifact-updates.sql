-- What is redeemed changes no column that an index holds or tests, so that PostgreSQL need not write the row into every index again
-- (heap-only tuples). A device code loses its user code with its redemption instead.
DROP INDEX oidc_artifact__user_code_key;
CREATE UNIQUE INDEX oidc_artifact__user_code_key ON oidc_artifact (tenant_id, user_code_hash) WHERE user_code_hash IS NOT NULL;
