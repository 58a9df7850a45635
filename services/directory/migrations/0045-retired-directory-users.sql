-- The users behind resources that a directory removed: a directory that sends the name again means the same user.
CREATE TABLE retired_directory_users (
  tenant_id text NOT NULL,
  directory_id text NOT NULL COLLATE "C",
  user_name_key text NOT NULL COLLATE "C",
  external_id text COLLATE "C",
  user_id text NOT NULL COLLATE "C",
  retired_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, directory_id, user_name_key)
);
CREATE INDEX retired_directory_users__user ON retired_directory_users (tenant_id, user_id);
CREATE INDEX retired_directory_users__retired_at ON retired_directory_users (retired_at);
SELECT own_by_tenant('retired_directory_users');
SELECT show_to_worker('retired_directory_users');
GRANT SELECT (retired_at), DELETE ON retired_directory_users TO {{schema}}_worker;
