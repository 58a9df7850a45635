-- Sinks that belong to an organization: its contacts set them up, and they get only its events.

ALTER TABLE siem_sinks ADD COLUMN organization_id text;
CREATE INDEX siem_sinks__organization ON siem_sinks (tenant_id, organization_id, id) WHERE organization_id IS NOT NULL;
