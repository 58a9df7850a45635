-- What a sync has read from its source and not yet written, and the ids of groups that may come back.
CREATE TABLE sync_pages (
  tenant_id text NOT NULL,
  directory_id text NOT NULL COLLATE "C",
  number int NOT NULL,
  kind text NOT NULL CONSTRAINT sync_pages__kind_check CHECK (kind IN ('users', 'groups')),
  content jsonb NOT NULL,
  PRIMARY KEY (tenant_id, directory_id, kind, number)
);
SELECT own_by_tenant('sync_pages');

-- the run that found the group gone
ALTER TABLE directory_groups ADD COLUMN leaving_run text COLLATE "C";
CREATE INDEX directory_groups__leaving ON directory_groups (tenant_id, directory_id, id) WHERE leaving_run IS NOT NULL;

-- A group that the source lists again within the retention gets the id that mappings refer to.
CREATE TABLE retired_directory_groups (
  tenant_id text NOT NULL,
  directory_id text NOT NULL COLLATE "C",
  external_id text NOT NULL COLLATE "C",
  group_id text NOT NULL COLLATE "C",
  retired_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, directory_id, external_id)
);
CREATE INDEX retired_directory_groups__retired_at ON retired_directory_groups (retired_at);
SELECT own_by_tenant('retired_directory_groups');
SELECT show_to_worker('retired_directory_groups');
GRANT SELECT (retired_at), DELETE ON retired_directory_groups TO {{schema}}_worker;
