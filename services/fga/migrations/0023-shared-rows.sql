-- Workers hold what siblings were told against the revisions of entitlements and of clients' policies.
SELECT show_to_worker('entitlement_sets');
GRANT SELECT (tenant_id, revision) ON entitlement_sets TO {{schema}}_worker;
SELECT show_to_worker('access_policy_clients');
GRANT SELECT (tenant_id, client_id, revision) ON access_policy_clients TO {{schema}}_worker;
