-- The peppers of other installations, with which passwords of tenants that moved here were hashed. A sign-in replaces such a hash.

CREATE TABLE moved_peppers (
  tenant_id text NOT NULL,
  -- pepper_id of the password
  id text NOT NULL COLLATE "C",
  -- The encryption key that it is derived from, where it is one of this installation, during an export; null: of another installation.
  own_key_id text,
  key_sealed text NOT NULL,
  seal_key_id text GENERATED ALWAYS AS (split_part(key_sealed, '.', 2)) STORED,
  CONSTRAINT moved_peppers__pkey PRIMARY KEY (tenant_id, id)
);
SELECT own_by_tenant('moved_peppers');
SELECT show_to_worker('moved_peppers');
GRANT SELECT (tenant_id, seal_key_id) ON moved_peppers TO {{schema}}_worker;
