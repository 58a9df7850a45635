-- Workers see under which key a value is sealed, and whose it is, so that it can be moved to another; never the value.
ALTER TABLE token_claims ADD COLUMN seal_key_id text GENERATED ALWAYS AS (split_part(secret_sealed, '.', 2)) STORED;
GRANT SELECT (seal_key_id) ON token_claims TO {{schema}}_worker;
