-- Credentials of the users that one page of an import created, sealed together, until the identity service has taken them over.
CREATE TABLE credential_batch (
  tenant_id text NOT NULL,
  id text NOT NULL COLLATE "C",
  -- the least and the greatest id of its users: somebody who is deleted is looked for between them
  first_user_id text NOT NULL COLLATE "C",
  last_user_id text NOT NULL COLLATE "C",
  sealed text NOT NULL,
  seal_key_id text GENERATED ALWAYS AS (split_part(sealed, '.', 2)) STORED,
  -- counts withdrawals; another key is none
  version int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT credential_batch__pkey PRIMARY KEY (tenant_id, id)
);
-- Encrypted text cannot be compressed.
ALTER TABLE credential_batch ALTER COLUMN sealed SET STORAGE EXTERNAL;
SELECT own_by_tenant('credential_batch');
SELECT show_to_worker('credential_batch');
GRANT SELECT (tenant_id, seal_key_id) ON credential_batch TO {{schema}}_worker;
