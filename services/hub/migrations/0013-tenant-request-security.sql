-- Creation requests hold sealed secrets: row-level security binds the owner too, and workers see their age alone.
ALTER TABLE tenant_request FORCE ROW LEVEL SECURITY;
REVOKE SELECT ON tenant_request FROM {{schema}}_worker;
GRANT SELECT (created_at) ON tenant_request TO {{schema}}_worker;
