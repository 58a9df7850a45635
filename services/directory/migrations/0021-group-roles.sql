-- The roles that users have by their groups, in every state of a directory but that of its deletion.
CREATE VIEW group_roles WITH (security_invoker = true) AS
SELECT u.tenant_id, u.user_id, d.organization_id, d.id AS directory_id, g.id AS group_id, m.id AS mapping_id, m.role
FROM directory_users u
JOIN directories d ON d.tenant_id = u.tenant_id AND d.id = u.directory_id AND d.state <> 'deleting'
JOIN directory_group_members gm ON gm.tenant_id = u.tenant_id AND gm.directory_id = u.directory_id AND gm.directory_user_id = u.id
JOIN directory_groups g ON g.tenant_id = gm.tenant_id AND g.directory_id = gm.directory_id AND g.id = gm.group_id
JOIN group_role_mappings m ON m.tenant_id = g.tenant_id AND m.directory_id = g.directory_id
  AND (m.group_by, m.group_key) IN (('id', g.id), ('external_id', g.external_id), ('display_name', g.display_name_key))
WHERE u.link = 'active';
GRANT SELECT ON group_roles TO {{schema}}_app;
