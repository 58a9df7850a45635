import { partitionOf } from '@platform/contracts';
import type { PropertyName } from '@platform/contracts';
import { chainStart, nextPlace } from '@platform/audit/chain';
import { cloudEvent } from '@platform/kit/database';
import { newId } from '@platform/kit/ids';
import { eventually } from '@platform/testkit/eventually';
import type { TestTenant } from '@platform/testkit/fake-hub';
import { temporaryFolder } from '@platform/testkit/stores';
import { documentSigner } from '../src/document-signer.ts';
import { sealAuditLog } from '../src/audit-log/checkpoints.ts';
import { sealTimes } from '../src/audit-log/seal-times.ts';
import { compliancePlatform } from './compliance-fixtures.ts';
import type { ComplianceTestPlatform } from './compliance-fixtures.ts';

/** A record as services publish it. */
export const aRecord = (more: Record<string, any> = {}) => ({
  id: newId('event'),
  type: 'audit.recorded',
  occurredAt: new Date().toISOString(),
  actor: {
    type: 'user',
    id: newId('user'),
    clientId: 'console',
    name: 'Ada',
    email: 'ada@example.com',
  },
  organizationId: null,
  subject: { type: 'user', id: newId('user'), name: 'Grace', email: 'grace@example.com' },
  schemaVersion: 1,
  ...more,
  data: {
    operationId: 'userDirectoryUpdate',
    outcome: 'success',
    status: 200,
    sourceIp: '203.0.113.9',
    userAgent: 'curl/8',
    requestId: newId('request'),
    changed: ['/email'],
    details: { reason: 'asked by phone' },
    ...more['data'],
  },
});

export type TestRecord = ReturnType<typeof aRecord>;

/** Publishes records on the bus, like the outbox of a sibling. */
export async function sendRecords(
  { platform }: Pick<ComplianceTestPlatform, 'platform'>,
  tenant: TestTenant,
  records: readonly TestRecord[],
): Promise<void> {
  const js = platform.service.platform.bus.jetstream();
  const subject = `audit.${partitionOf(tenant.id)}.${tenant.id}.userDirectoryUpdate`;
  for (const record of records)
    await js?.publish(subject, cloudEvent('sibling', record as never, { tenantId: tenant.id }));
}

export const sealTimeOf = sealTimes('0 0 * * * *');

/** Compliance with an open channel for records, and its own folder for exports. */
export async function auditPlatform(properties: Partial<Record<PropertyName, string>> = {}) {
  const folder = temporaryFolder('platform-test-audit-');
  const under = await compliancePlatform(
    {
      'platform.audit-export.local.base-dir': folder.path,
      'platform.audit.checkpoint-cron': '0 0 0 1 1 *',
      ...properties,
    },
    ({ cluster }) => ({
      'platform.audit.internal.cluster.enabled': 'true',
      'platform.audit.internal.cluster.issuer': cluster.issuer,
      'platform.audit.internal.cluster.jwks-uri': cluster.jwksUri,
      'platform.audit.internal.cluster.ca-path': '',
      'platform.audit.internal.cluster.token-path': '',
    }),
  );
  const rowsOf = (tenant: TestTenant) =>
    under.sql<any>(
      `SELECT r.*, p.actor, p.actor_salt, p.subject, p.subject_salt, p.details, p.details_salt
       FROM audit_records r LEFT JOIN audit_personal p USING (tenant_id, seq, recorded_at) WHERE r.tenant_id = $1 ORDER BY seq`,
      [tenant.id],
    );

  return {
    ...under,
    folder: folder.path,
    rowsOf,
    /** Publishes records on the bus; resolves when the log has the expected number. */
    async publishRecords(tenant: TestTenant, records: readonly TestRecord[], expected?: number) {
      await sendRecords(under, tenant, records);
      const count = expected ?? records.length;
      await eventually(async () => (await rowsOf(tenant)).length >= count);
    },
    /** Seals the chain of a tenant, like the cron; retries while the hub is slow. */
    seal: (tenant: TestTenant) =>
      eventually(async () => {
        const { db, peer } = under.platform.service.platform;
        const signer = documentSigner(() => peer('hub'));
        const sealed = sealAuditLog({ db, signer, sealTimeOf }, tenant.id);
        return sealed.then(
          () => true,
          () => false,
        );
      }),
    async stop() {
      await under.stop();
      folder.remove();
    },
  };
}

export type AuditTestPlatform = Awaited<ReturnType<typeof auditPlatform>>;

/** Computes the head of these rows, from the first record on. */
export const headOf = (rows: readonly { seq: string; record_hash: string }[]): string =>
  rows.reduce(
    (place, row) => nextPlace(place, { seq: Number(row.seq), recordHash: row.record_hash }),
    { seq: 0, hash: chainStart },
  ).hash;
