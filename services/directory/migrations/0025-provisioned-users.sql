-- Which directory writes a user, and what directory users are found by besides their keys.
ALTER TABLE users ADD COLUMN managed_by jsonb;

CREATE TABLE directory_user_terms (
  tenant_id text NOT NULL,
  directory_id text NOT NULL COLLATE "C",
  -- path of the SCIM attribute, such as emails.value
  attribute text NOT NULL COLLATE "C",
  -- in lower case, and cut
  value text NOT NULL COLLATE "C",
  directory_user_id text NOT NULL COLLATE "C",
  PRIMARY KEY (tenant_id, directory_id, attribute, value, directory_user_id)
);
CREATE INDEX directory_user_terms__user ON directory_user_terms (tenant_id, directory_id, directory_user_id);
SELECT own_by_tenant('directory_user_terms');

CREATE INDEX directory_users__active ON directory_users (tenant_id, directory_id, active, id);
CREATE INDEX directory_users__created_at ON directory_users (tenant_id, directory_id, created_at, id);
CREATE INDEX directory_users__updated_at ON directory_users (tenant_id, directory_id, updated_at, id);

-- Moves with the members, which a change never reads.
ALTER TABLE directory_groups ADD COLUMN member_count int NOT NULL DEFAULT 0;
