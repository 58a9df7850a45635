-- Operators look a delivery up by its id alone: workers see whose it is, and nothing else of it.
GRANT SELECT (id) ON webhook_endpoints TO {{schema}}_worker;
SELECT show_to_worker('webhook_deliveries');
GRANT SELECT (tenant_id, endpoint_id, id) ON webhook_deliveries TO {{schema}}_worker;
