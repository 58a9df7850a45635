-- Workers see under which key a value is sealed, and whose it is, so that it can be moved to another; never the value.
ALTER TABLE credential_handover ADD COLUMN seal_key_id text GENERATED ALWAYS AS (split_part(sealed, '.', 2)) STORED;
SELECT show_to_worker('credential_handover');
GRANT SELECT (tenant_id, seal_key_id) ON credential_handover TO {{schema}}_worker;
