-- Until a scan has passed every record, unique_attribute_values lacks the values of the rest.
-- Values of records behind this id may be missing; null: none are
ALTER TABLE attribute_definitions ADD COLUMN unfilled_after text COLLATE "C";
ALTER TABLE attribute_definitions NO FORCE ROW LEVEL SECURITY;
ALTER TABLE attribute_settings NO FORCE ROW LEVEL SECURITY;
UPDATE attribute_definitions SET unfilled_after = '' WHERE unique_since IS NOT NULL AND conformance_state IN ('scanning', 'idle');
UPDATE attribute_settings s SET version = version + 1
WHERE EXISTS (SELECT FROM attribute_definitions d WHERE d.tenant_id = s.tenant_id AND d.entity_kind = s.entity_kind AND d.unfilled_after IS NOT NULL);
ALTER TABLE attribute_settings FORCE ROW LEVEL SECURITY;
ALTER TABLE attribute_definitions FORCE ROW LEVEL SECURITY;
CREATE INDEX attribute_definitions__unfilled ON attribute_definitions (tenant_id, id) WHERE unfilled_after IS NOT NULL;
GRANT SELECT (unfilled_after) ON attribute_definitions TO {{schema}}_worker;
