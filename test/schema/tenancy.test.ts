import { contextNames, services } from '@platform/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId, uuidOf } from '@platform/kit/ids';
import { migrate } from '@platform/kit/database';
import { silentLog } from '@platform/kit/telemetry';
import { prepareServiceDatabase } from '@platform/dev/database-roles';
import type { ServiceDatabase } from '@platform/dev/database-roles';
import { withClient } from '@platform/dev/postgres';
import type { Client } from '@platform/dev/postgres';
import { createTestDatabase } from '@platform/testkit/stores';
import type { TestDatabase } from '@platform/testkit/stores';
import { fillSchema } from './filling.ts';
import { relationsOf } from './introspection.ts';

/** Tables of the kit without `tenant_id`: their rows belong to no tenant. */
const ofTheKit = [
  'lease',
  'outbox_published',
  'schema_migration',
  'stream_holder',
  'stream_position',
];

/** Other tables without `tenant_id`: their rows belong to no tenant, or their key is the tenant's id. */
const withoutTenant: Record<string, string[]> = {
  hub: ['compromised_document_key', 'tenant'],
  identity: ['login_domain_claims'],
};

/** The owner's definer functions find a tenant by its label before the tenant of the request is known. */
const notForced: Record<string, string[]> = { hub: ['slug_reservation'] };

/** Policies besides `tenant` and `worker`. */
const otherPolicies: Record<string, string[]> = {
  outbound: ['maintenance on event_trim to owner'],
  compliance: [
    'expired on audit_checkpoints to compliance_worker',
    'maintenance on audit_heads to owner',
  ],
};

/** The state and owner of jobs; not their payload, key, subject, progress, errors or creator. */
const jobGrants =
  'SELECT (tenant_id, id, kind, state, priority, run_at, is_due, attempts, max_attempts, epoch, worker, leased_until, cancel_requested_at, schedule, created_at, updated_at, started_at, completed_at, expires_at), UPDATE (state, run_at, is_due, attempts, epoch, worker, leased_until, updated_at, started_at), DELETE';

/** What workers see and change of the kit's tables, in every schema. */
const kitGrants = {
  consumed_event: 'SELECT (consumed_at), DELETE',
  idempotency_key: 'SELECT (created_at), DELETE',
  job: jobGrants,
  outbox: 'SELECT',
  outbox_pending: 'SELECT, INSERT, UPDATE, DELETE',
  outbox_published: 'SELECT, INSERT, DELETE',
  lease: 'SELECT, INSERT, UPDATE, DELETE',
  stream_holder: 'SELECT, INSERT, UPDATE, DELETE',
  stream_position: 'SELECT, INSERT, UPDATE',
};

/** All other data that background workers read and change across tenants. Additions here are visible across tenants. */
const workerGrants: Record<string, Record<string, string>> = {
  hub: {
    account_link_intent: 'SELECT (tenant_id, id, expires_at), DELETE',
    activate_attempt: 'SELECT (tenant_id, code_hash, window_started_at), DELETE',
    api_resource: 'SELECT (tenant_id, id, deleted_at), DELETE',
    application: 'SELECT, DELETE',
    application_secret:
      'SELECT (tenant_id, client_id, id, expires_at, last_used_at), UPDATE (last_used_at), DELETE',
    claims_webhook: 'SELECT (tenant_id, seal_key_id)',
    device_poll: 'SELECT (tenant_id, code_hash, answered_at), DELETE',
    federation_response: 'SELECT (tenant_id, uid, expires_at), DELETE',
    ip_rule: 'SELECT (tenant_id, id, expires_at, announced_at, expired_at, expiry_told_at), DELETE',
    ip_rule_set: 'SELECT',
    login_session: 'SELECT (tenant_id, uid, expires_at), DELETE',
    oidc_artifact: 'SELECT (tenant_id, model, id_hash, expires_at), DELETE',
    rate_windows: 'SELECT (window_start), DELETE',
    signing_key: 'SELECT (family, seal_key_id, tenant_id)',
    spent_assertion: 'SELECT (tenant_id, directory_id, id_hash, expires_at, kind), DELETE',
    tenant: 'SELECT',
    tenant_request: 'SELECT, DELETE',
    token_cutoff: 'SELECT, DELETE',
    web_session: 'SELECT (tenant_id, id_hash, idle_ends_at), DELETE',
    test_sign_in: 'SELECT (tenant_id, id, created_at), DELETE',
  },
  directory: {
    attribute_definitions: 'SELECT (tenant_id, id, conformance_state, unfilled_after)',
    connector_credentials: 'SELECT (tenant_id, seal_key_id)',
    counter_steps: 'SELECT',
    credential_batch: 'SELECT (tenant_id, seal_key_id)',
    credential_handover: 'SELECT (tenant_id, seal_key_id)',
    directories: 'SELECT (tenant_id, id, next_sync_at)',
    erasure_suppressions: 'SELECT (created_at), DELETE',
    import_errors: 'SELECT (created_at), DELETE',
    invitations: 'SELECT (tenant_id, id, state, seal_key_id, expires_at, ended_at), DELETE',
    setup_links: 'SELECT (tenant_id, id, seal_key_id, ends_at), DELETE',
    migration_sources: 'SELECT (tenant_id, seal_key_id)',
    migration_uploads: 'SELECT (created_at), DELETE',
    organization_domains: 'SELECT (tenant_id, id, next_check_at)',
    organizations: 'SELECT (tenant_id, id, deleted_at)',
    pending_emails: 'SELECT (sent_at), DELETE',
    provisioned_logins: 'SELECT (created_at), DELETE',
    retired_directory_groups: 'SELECT (retired_at), DELETE',
    retired_directory_users: 'SELECT (retired_at), DELETE',
    scim_bearers: 'SELECT (tenant_id, id, directory_id, lookup, next_notice_at)',
    scim_requests: 'SELECT (at), DELETE',
    sync_runs: 'SELECT (finished_at), DELETE',
    user_bulk_job_failures: 'SELECT (created_at), DELETE',
    user_bulk_jobs: 'SELECT (finished_at), DELETE',
    user_exports: 'SELECT (tenant_id, id, state, expires_at, is_empty, updated_at)',
    user_tombstones: 'SELECT (deleted_at), DELETE',
  },
  outbound: {
    hooks: 'SELECT (tenant_id, seal_key_id)',
    rate_windows: 'SELECT (window_start), DELETE',
    siem_cursors:
      'SELECT (tenant_id, sink_id, active, suspended, unentitled, next_due_at, leased_until, epoch, consecutive_failures, standing), UPDATE (leased_until, epoch)',
    siem_sinks: 'SELECT (tenant_id, seal_key_id)',
    webhook_deliveries: 'SELECT (tenant_id, endpoint_id, id)',
    webhook_endpoints: 'SELECT (tenant_id, id, seal_key_id)',
    webhook_lanes:
      'SELECT (tenant_id, endpoint_id, enabled, suspended, next_due_at, leased_until, epoch, check_at, standing, circuit, unentitled), UPDATE (leased_until, epoch)',
    webhook_secrets: 'SELECT (tenant_id, seal_key_id)',
  },
  identity: {
    authenticators: 'SELECT (tenant_id, seal_key_id)',
    challenges: 'SELECT (expires_at), DELETE',
    devices: 'SELECT (last_used_at), DELETE',
    credential_throttle: 'SELECT (next_at), DELETE',
    login_domains: 'SELECT (tenant_id, domain, next_check_at)',
    login_flow_heads: 'SELECT (tenant_id, last_version)',
    login_previews: 'SELECT (expires_at), DELETE',
    moved_peppers: 'SELECT (tenant_id, seal_key_id)',
    rate_windows: 'SELECT (window_start), DELETE',
    security_events: 'SELECT (received_at), DELETE',
    social_attempts: 'SELECT (expires_at), DELETE',
    social_connectors: 'SELECT (tenant_id, seal_key_id)',
  },
  access: {
    access_policy_clients: 'SELECT (tenant_id, client_id, revision)',
    activations: 'SELECT (tenant_id, id, principal_id, state, ended_at, next_due_at)',
    eligibilities: 'SELECT (tenant_id, id, expires_at, expired_at)',
    entitlement_sets: 'SELECT (tenant_id, revision)',
    entitlements: 'SELECT (tenant_id, family, expires_at)',
    fga_exports: 'SELECT (tenant_id, id, state, updated_at, expires_at)',
    fga_stores: 'SELECT (tenant_id, id)',
    relation_tuples: 'SELECT (tenant_id, expires_at)',
    role_assignments: 'SELECT (tenant_id, id, expires_at)',
    token_claims: 'SELECT (tenant_id, client_id, url, pending_since, seal_key_id)',
  },
  compliance: {
    access_requests: 'SELECT (tenant_id, id, state, bundle_expires_at, has_objects, updated_at)',
    audit_checkpoints: 'SELECT (at), DELETE',
    audit_erased_people: 'SELECT (erased_at), DELETE',
    audit_exports: 'SELECT (tenant_id, id, state, expires_at, is_empty, updated_at)',
    audit_heads: 'SELECT (tenant_id, last_seq, sealed_seq, seal_due_at)',
    audit_seen: 'SELECT (seen_at), DELETE',
    audit_verifications: 'SELECT (updated_at), DELETE',
    consents: 'SELECT (tenant_id, id, state, due_at, updated_at)',
    erasure_requests: 'SELECT (tenant_id, id, state, seal_key_id, updated_at)',
    erasure_veto_clients: 'SELECT (tenant_id, seal_key_id)',
    ssf_receivers:
      'SELECT (tenant_id, id, method, seal_key_id, status, status_changed_at, verification_state, verification_requested_at, pending_count, consecutive_failures, last_polled_at, due_at, leased_until, epoch, last_managed_at), UPDATE (leased_until, epoch)',
    ssf_tokens: 'SELECT (ended_at), DELETE',
  },
};

/** Tables that name their tenant by the UUID within its id. */
const byUuid: Record<string, string[]> = { access: ['relation_tuples'] };

const namedStore = "NULLIF(current_setting('platform.store_uuid'::text, true), ''::text)";
const ofStore = `((tenant_id = current_setting('platform.tenant_id'::text)) AND (store_id = (COALESCE(${namedStore}, '00000000-0000-0000-0000-000000000000'::text))::uuid))`;

/** Policies of tables whose rows are of one store of a tenant. */
const byStore: Record<string, Record<string, string>> = {
  access: {
    fga_changes: ofStore,
    fga_models: ofStore,
    relation_tuples: `(tenant_id = (COALESCE(${namedStore}, current_setting('platform.tenant_uuid'::text)))::uuid)`,
  },
};

const grantsOf = `
  WITH given AS (
    SELECT c.relname, g.privilege_type AS kind, NULL::text AS columns FROM pg_class c, aclexplode(c.relacl) g WHERE c.relnamespace = $1::regnamespace AND g.grantee = $2::regrole
    UNION ALL
    SELECT c.relname, g.privilege_type, string_agg(a.attname, ', ' ORDER BY a.attnum)
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid, aclexplode(a.attacl) g WHERE c.relnamespace = $1::regnamespace AND g.grantee = $2::regrole GROUP BY 1, 2)
  SELECT relname AS name, string_agg(kind || coalesce(' (' || columns || ')', ''), ', ' ORDER BY array_position(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE'], kind)) AS grants
  FROM given GROUP BY relname ORDER BY relname COLLATE "C"`;

const ours = newId('tenant');
const others = newId('tenant');

describe.each(contextNames)('tenants in the schema of %s', (service) => {
  const { schema } = services[service];
  const hasNoTenant = (table: string): boolean =>
    [...ofTheKit, ...(withoutTenant[schema] ?? [])].includes(table);
  const granted: Record<string, string> = { ...kitGrants, ...workerGrants[schema] };
  let database: TestDatabase;
  let login: ServiceDatabase;
  let tables: string[];
  let partitions: string[];

  beforeAll(async () => {
    database = await createTestDatabase();
    login = await prepareServiceDatabase(database.url, schema);
    await migrate({
      url: login.migrationUrl,
      schema,
      folder: new URL(`../../services/${service}/migrations/`, import.meta.url),
      log: silentLog,
    });
    await withClient(database.url, async (client) => {
      const relations = await relationsOf(client, schema);
      tables = relations.filter((r) => !r.isPartition && !hasNoTenant(r.name)).map((r) => r.name);
      partitions = relations.filter((r) => r.isPartition).map((r) => r.name);
      const filled = await fillSchema(client, schema, ours);
      expect(filled).toEqual(expect.arrayContaining(tables));
    });
  });
  afterAll(() => database.drop());

  /** As requests do: under the role, one transaction that leaves nothing. */
  const asRole = <T>(
    kind: 'app' | 'worker',
    tenantId: string | undefined,
    work: (client: Client) => Promise<T>,
  ): Promise<T> =>
    withClient(login.url, async (client) => {
      await client.query(`SET role = ${schema}_${kind}; SET search_path = ${schema}; BEGIN`);
      if (tenantId !== undefined)
        await client.query(
          `SET LOCAL platform.tenant_id = '${tenantId}'; SET LOCAL platform.tenant_uuid = '${tenantId && uuidOf('tenant', tenantId)}'`,
        );
      return work(client);
    });
  /** Each statement runs separately: a rejected one returns its SQLSTATE. */
  const outcome = async (client: Client, sql: string): Promise<number | string> => {
    await client.query('SAVEPOINT before');
    try {
      return (await client.query(sql)).rowCount ?? 0;
    } catch (error) {
      return (error as { code: string }).code;
    } finally {
      await client.query('ROLLBACK TO before');
    }
  };
  const each = async (
    client: Client,
    names: readonly string[],
    sqlOf: (table: string) => string,
  ): Promise<Record<string, number | string>> => {
    const outcomes: Record<string, number | string> = {};
    for (const name of names) outcomes[name] = await outcome(client, sqlOf(name));
    return outcomes;
  };
  const naming = (table: string, tenantId: string): string =>
    byUuid[schema]?.includes(table) ? uuidOf('tenant', tenantId) : tenantId;
  const all = <T>(value: T): Record<string, T> =>
    Object.fromEntries(tables.map((name) => [name, value]));

  test('every table has tenant_id or is listed as an exception', async () => {
    const { rows } = await withClient(database.url, (client) =>
      client.query<{ name: string }>(
        `SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant_id'
       WHERE c.relnamespace = $1::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND a.attnotnull`,
        [schema],
      ),
    );
    expect(rows.map((r) => r.name).toSorted()).toEqual(tables.toSorted());
  });

  test('row security is forced, with the known policies', async () => {
    const policies = await withClient(database.url, async (client) => {
      const relations = (await relationsOf(client, schema)).filter((r) => tables.includes(r.name));
      expect(relations.filter((r) => !r.isSecured)).toEqual([]);
      expect(relations.filter((r) => !r.isForced).map((r) => r.name)).toEqual(
        notForced[schema] ?? [],
      );
      return client.query<{
        name: string;
        policy: string;
        roles: string;
        qual: string;
        command: string;
        check: string | null;
      }>(
        `SELECT c.relname AS name, p.polname AS policy, pg_get_expr(p.polqual, p.polrelid) AS qual, p.polcmd AS command, pg_get_expr(p.polwithcheck, p.polrelid) AS "check",
           (SELECT string_agg(CASE WHEN r = c.relowner THEN 'owner' ELSE r::regrole::text END, ', ') FROM unnest(p.polroles) AS r) AS roles
         FROM pg_policy p JOIN pg_class c ON c.oid = p.polrelid WHERE c.relnamespace = $1::regnamespace AND c.relname = ANY ($2) ORDER BY 1, 2`,
        [schema, tables],
      );
    });
    const qualOf = (name: string) =>
      byStore[schema]?.[name] ?? "(tenant_id = current_setting('platform.tenant_id'::text))";
    const tenant = { policy: 'tenant', roles: `${schema}_app`, command: '*', check: null };
    const named = (policy: string) => policies.rows.filter((p) => p.policy === policy);
    expect(named('tenant').toSorted((a, b) => (a.name < b.name ? -1 : 1))).toEqual(
      tables.toSorted().map((name) => ({ name, qual: qualOf(name), ...tenant })),
    );
    expect(
      named('worker')
        .map((p) => p.name)
        .toSorted(),
    ).toEqual(tables.filter((name) => granted[name]).toSorted());
    expect(new Set(named('worker').map((p) => p.roles))).toEqual(new Set([`${schema}_worker`]));
    const rest = policies.rows.filter((p) => p.policy !== 'tenant' && p.policy !== 'worker');
    expect(rest.map((p) => `${p.policy} on ${p.name} to ${p.roles}`)).toEqual(
      otherPolicies[schema] ?? [],
    );
  });

  test('each tenant sees its own rows', async () => {
    const seen = await asRole('app', ours, (client) =>
      each(client, tables, (table) => `SELECT FROM ${table}`),
    );
    expect(seen).toEqual(all(1));
  });

  test('another tenant can neither read nor lock them', async () => {
    await asRole('app', others, async (client) => {
      expect(await each(client, tables, (table) => `SELECT FROM ${table}`)).toEqual(all(0));
      expect(
        await each(
          client,
          tables,
          (table) => `SELECT FROM ${table} WHERE tenant_id = '${naming(table, ours)}'`,
        ),
      ).toEqual(all(0));
    });
  });

  test('another tenant can neither change, delete nor add rows', async () => {
    const none = [0, '42501'];
    await asRole('app', others, async (client) => {
      for (const [table, result] of Object.entries(
        await each(
          client,
          tables,
          (name) => `UPDATE ${name} SET tenant_id = '${naming(name, others)}'`,
        ),
      ))
        expect([table, none.includes(result)]).toEqual([table, true]);
      for (const [table, result] of Object.entries(
        await each(client, tables, (name) => `DELETE FROM ${name}`),
      ))
        expect([table, none.includes(result)]).toEqual([table, true]);
    });
    await asRole('app', ours, async (client) => {
      // A row of ours may not be given away either.
      for (const [table, result] of Object.entries(
        await each(
          client,
          tables,
          (name) => `UPDATE ${name} SET tenant_id = '${naming(name, others)}'`,
        ),
      ))
        expect([table, result]).toEqual([table, '42501']);
    });
  });

  test('nothing is readable without a tenant', async () => {
    const unset = await asRole('app', undefined, (client) =>
      each(client, tables, (table) => `SELECT FROM ${table}`),
    );
    // undefined_object: the setting was never made
    expect(unset).toEqual(all('42704'));
    const empty = await asRole('app', '', (client) =>
      each(client, tables, (table) => `SELECT FROM ${table}`),
    );
    // An empty text is no UUID: invalid_text_representation.
    expect(empty).toEqual({
      ...all(0),
      ...Object.fromEntries((byUuid[schema] ?? []).map((name) => [name, '22P02'])),
    });
  });

  test('partitions are accessible only through their table', async () => {
    // Those of the outbox at least.
    expect(partitions).not.toEqual([]);
    const direct = await asRole('app', others, (client) =>
      each(client, partitions, (partition) => `SELECT FROM ${partition}`),
    );
    expect(new Set(Object.values(direct))).toEqual(new Set(['42501']));
    const byWorker = await asRole('worker', undefined, (client) =>
      each(client, partitions, (partition) => `SELECT FROM ${partition}`),
    );
    expect(new Set(Object.values(byWorker))).toEqual(new Set(['42501']));
  });

  test('workers have the listed privileges', async () => {
    const { rows } = await withClient(database.url, (client) =>
      client.query<{ name: string; grants: string }>(grantsOf, [schema, `${schema}_worker`]),
    );
    expect(Object.fromEntries(rows.map((r) => [r.name, r.grants]))).toEqual(granted);
  });

  test('no other role has privileges', async () => {
    const { rows } = await withClient(database.url, (client) =>
      client.query<{ role: string }>(
        `SELECT DISTINCT CASE WHEN g.grantee = 0 THEN 'public' ELSE g.grantee::regrole::text END AS role
       FROM pg_class c, aclexplode(c.relacl) g WHERE c.relnamespace = $1::regnamespace AND g.grantee <> c.relowner ORDER BY 1`,
        [schema],
      ),
    );
    expect(rows.map((r) => r.role)).toEqual([`${schema}_app`, `${schema}_worker`]);
  });

  test('login roles own nothing and cannot bypass policies', async () => {
    const { rows } = await withClient(login.url, (client) =>
      client.query<{ super: boolean; bypass: boolean; owns: number }>(
        `SELECT rolsuper AS super, rolbypassrls AS bypass, (SELECT count(*)::int FROM pg_class WHERE relowner = r.oid) AS owns FROM pg_roles r WHERE rolname IN (current_user, $1, $2)`,
        [`${schema}_app`, `${schema}_worker`],
      ),
    );
    expect(rows).toEqual(
      Array.from({ length: 3 }, () => ({ super: false, bypass: false, owns: 0 })),
    );
  });
});
