-- Permissions can belong to an API of the tenant.
ALTER TABLE permissions ADD COLUMN api_resource_id text;
CREATE INDEX permissions__api_resource_id ON permissions (tenant_id, api_resource_id) WHERE api_resource_id IS NOT NULL;
