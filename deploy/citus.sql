-- Distributes the tables of one schema over the nodes of a Citus cluster (docs/scale.md). Run it on the coordinator, as a superuser, after the
-- service has migrated its schema, and again after each upgrade: it leaves out the tables that are distributed already.
--   psql "$ADMIN_URL" -v schema=hub -f deploy/citus.sql
\set ON_ERROR_STOP on
\set app :schema _app
\set worker :schema _worker
SET search_path = pg_catalog;

-- A copy on every node: what is read before the tenant is known.
CREATE TEMPORARY TABLE reference_table (schema text, name text);
INSERT INTO reference_table VALUES
  ('hub', 'tenant'),
  ('hub', 'slug_reservation'),
  ('hub', 'signing_key'),
  ('hub', 'compromised_document_key'),
  ('identity', 'login_domain_claims'),
  ('access', 'fga_stores');

-- On the coordinator, although their rows have a tenant: a null schema is each of them.
CREATE TEMPORARY TABLE local_table (schema text, name text);
INSERT INTO local_table VALUES
  (NULL, 'job'),
  ('hub', 'tenant_request'),
  ('identity', 'login_domains'),
  ('compliance', 'audit_records'),
  ('compliance', 'audit_personal'),
  ('compliance', 'consents'),
  ('compliance', 'consent_history'),
  ('compliance', 'consent_notices'),
  ('compliance', 'consent_participants'),
  ('compliance', 'consent_receipts'),
  ('compliance', 'ssf_receivers'),
  ('compliance', 'ssf_removed_subjects'),
  ('compliance', 'ssf_tokens'),
  ('outbound', 'siem_sinks'),
  ('outbound', 'webhook_lanes');

-- For pods of the previous release, none of which may run on this cluster.
SELECT format('DROP TRIGGER outbox__pending ON %s', tgrelid::regclass) FROM pg_trigger
WHERE tgname = 'outbox__pending' AND tgrelid = format('%I.outbox', :'schema')::regclass
\gexec

-- Citus connects to the nodes as the role of the transaction.
ALTER ROLE :"app" LOGIN;
ALTER ROLE :"worker" LOGIN;

SET client_min_messages = error;
CREATE TEMPORARY VIEW undistributed AS
SELECT c.oid, n.nspname AS schema, c.relname AS name, r.name IS NOT NULL AS is_reference
FROM pg_class c
JOIN pg_namespace n ON n.oid = c.relnamespace
LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant_id'
LEFT JOIN reference_table r ON r.schema = n.nspname AND r.name = c.relname
WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND (r.name IS NOT NULL OR a.attname IS NOT NULL)
  AND NOT EXISTS (SELECT FROM local_table l WHERE coalesce(l.schema, n.nspname) = n.nspname AND l.name = c.relname)
  AND NOT EXISTS (SELECT FROM pg_dist_partition d WHERE d.logicalrelid = c.oid);

-- The tables that others refer to come first.
CREATE TEMPORARY VIEW distribution_order AS
WITH RECURSIVE step AS (
  SELECT oid, 0 AS depth FROM undistributed
  UNION
  SELECT k.conrelid, depth + 1 FROM step JOIN pg_constraint k ON k.contype = 'f' AND k.confrelid = step.oid AND k.conrelid <> k.confrelid
  WHERE depth < 20
)
SELECT oid, max(depth) AS depth FROM step GROUP BY oid;

SELECT CASE WHEN is_reference THEN format('SELECT create_reference_table(%L)', schema || '.' || name)
  ELSE format('SELECT create_distributed_table(%L, ''tenant_id'')', schema || '.' || name) END
FROM undistributed u JOIN distribution_order USING (oid)
WHERE schema = :'schema' ORDER BY NOT is_reference, depth, name
\gexec

-- Functions that set the tenant run on its node: set_config does not reach the nodes from the coordinator. Those of two tenants stay.
CREATE TEMPORARY VIEW tenant_function AS
SELECT p.oid::regprocedure::text AS name, n.nspname AS schema,
  (SELECT min(d.logicalrelid::text) FROM pg_dist_partition d JOIN pg_class c ON c.oid = d.logicalrelid
   WHERE c.relnamespace = n.oid AND d.partmethod = 'h' AND c.relname = 'outbox_pending') AS beside
FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
WHERE p.proargnames[1] = 'of_tenant' AND p.prosrc LIKE '%set_config(''platform.tenant_id'', of_tenant%' AND NOT 'home_tenant' = ANY (p.proargnames);

SELECT format('ALTER FUNCTION %s SET search_path = %I, pg_temp', name, schema),
  format('SELECT create_distributed_function(%L, ''of_tenant'', colocate_with => %L)', name, beside)
FROM tenant_function WHERE schema = :'schema'
\gexec

-- Citus copies views to the nodes, but not who may read them.
SELECT format('SELECT run_command_on_workers(%L)', format('SET citus.enable_ddl_propagation = off; GRANT SELECT ON %I.%I TO %I', table_schema, table_name, grantee))
FROM information_schema.role_table_grants JOIN information_schema.views USING (table_schema, table_name)
WHERE table_schema = :'schema' AND privilege_type = 'SELECT' AND grantee IN (:'app', :'worker')
\gexec
