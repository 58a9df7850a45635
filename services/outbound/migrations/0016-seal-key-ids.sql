-- Workers see under which key a value is sealed, and whose it is, so that it can be moved to another; never the value.
ALTER TABLE webhook_endpoints ADD COLUMN seal_key_id text GENERATED ALWAYS AS (split_part(headers, '.', 2)) STORED;
SELECT show_to_worker('webhook_endpoints');
GRANT SELECT (tenant_id, seal_key_id) ON webhook_endpoints TO {{schema}}_worker;
ALTER TABLE webhook_secrets ADD COLUMN seal_key_id text GENERATED ALWAYS AS (split_part(sealed, '.', 2)) STORED;
SELECT show_to_worker('webhook_secrets');
GRANT SELECT (tenant_id, seal_key_id) ON webhook_secrets TO {{schema}}_worker;
