-- Which addresses may use a tenant's API: the rules, and the version of each tenant's set.
CREATE TABLE ip_rule_set (
  tenant_id text NOT NULL CONSTRAINT ip_rule_set__tenant_id_key PRIMARY KEY,
  version bigint NOT NULL DEFAULT 0
);
SELECT own_by_tenant('ip_rule_set');
SELECT show_to_worker('ip_rule_set');
GRANT SELECT ON ip_rule_set TO {{schema}}_worker;

CREATE TABLE ip_rule (
  tenant_id text NOT NULL,
  id text NOT NULL,
  action text NOT NULL CHECK (action IN ('allow', 'deny')),
  network cidr NOT NULL,
  -- The same network as RFC 5952 writes it: PostgreSQL writes some of them with dots.
  cidr text NOT NULL,
  description text,
  expires_at timestamptz,
  created_by jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Told that it is the last allow rule and ends within a day.
  announced_at timestamptz,
  -- Known to have ended, so that its network is free again; listed for 30 days more. Enforcement reads expires_at.
  expired_at timestamptz,
  expiry_told_at timestamptz,
  CONSTRAINT ip_rule__id_key PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX ip_rule__network_key ON ip_rule (tenant_id, action, network) WHERE expired_at IS NULL;
CREATE INDEX ip_rule__created_at ON ip_rule (tenant_id, created_at, id);
CREATE INDEX ip_rule__expires_at ON ip_rule (tenant_id, expires_at) WHERE expiry_told_at IS NULL AND expires_at IS NOT NULL;
CREATE INDEX ip_rule__expired_at ON ip_rule (expired_at) WHERE expired_at IS NOT NULL;
SELECT own_by_tenant('ip_rule');
SELECT show_to_worker('ip_rule');
GRANT SELECT (tenant_id, id, expires_at, expired_at, expiry_told_at, announced_at), DELETE ON ip_rule TO {{schema}}_worker;
