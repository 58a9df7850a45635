-- A tenant without the family `webhooks`; apart from a suspension, which may begin and end meanwhile.
ALTER TABLE webhook_lanes ADD COLUMN unentitled boolean NOT NULL DEFAULT false;
GRANT SELECT (unentitled) ON webhook_lanes TO {{schema}}_worker;
DROP INDEX webhook_lanes__due;
CREATE INDEX webhook_lanes__due ON webhook_lanes (standing, next_due_at) WHERE next_due_at IS NOT NULL AND NOT suspended AND NOT unentitled;
