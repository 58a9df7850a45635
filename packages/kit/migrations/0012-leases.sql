-- Names under which one pod at a time works, such as a change that calls another service between two transactions.
CREATE TABLE lease (
  name text NOT NULL CONSTRAINT lease__pkey PRIMARY KEY,
  -- a row is deleted after use: the time keeps a former holder from matching the next row
  epoch bigint NOT NULL DEFAULT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint,
  leased_until timestamptz
);
GRANT SELECT, INSERT, UPDATE, DELETE ON lease TO {{schema}}_worker;
