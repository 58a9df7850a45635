-- The last SCIM requests of each directory, for those who set it up. Nothing here names a person: neither queries nor bodies are kept.

CREATE TABLE scim_requests (
  tenant_id text NOT NULL,
  directory_id text NOT NULL COLLATE "C",
  seq bigint GENERATED ALWAYS AS IDENTITY,
  at timestamptz NOT NULL,
  method text NOT NULL,
  -- below the directory, without the query
  path text NOT NULL,
  status integer NOT NULL,
  -- of the problem; null: none
  code text,
  scim_type text,
  -- the members at fault: pointer and code
  fields jsonb NOT NULL DEFAULT '[]',
  duration_ms integer NOT NULL,
  bearer_id text NOT NULL,
  request_id text NOT NULL,
  PRIMARY KEY (tenant_id, directory_id, seq)
);
CREATE INDEX scim_requests__at ON scim_requests (at);
SELECT own_by_tenant('scim_requests');
SELECT show_to_worker('scim_requests');
GRANT SELECT (at), DELETE ON scim_requests TO {{schema}}_worker;
