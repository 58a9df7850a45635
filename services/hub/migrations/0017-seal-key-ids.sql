-- Workers see under which key a value is sealed, and whose it is, so that it can be moved to another; never the value.
ALTER TABLE claims_webhook ADD COLUMN seal_key_id text GENERATED ALWAYS AS (split_part(secret_sealed, '.', 2)) STORED;
SELECT show_to_worker('claims_webhook');
GRANT SELECT (tenant_id, seal_key_id) ON claims_webhook TO {{schema}}_worker;
-- The platform's own; seen in transactions of the default tenant.
ALTER TABLE signing_key ADD COLUMN seal_key_id text GENERATED ALWAYS AS (split_part(private_sealed, '.', 2)) STORED;
