import { setTimeout as pause } from 'node:timers/promises';
import { partitionOf } from '@platform/contracts';
import type { DemoTenant } from '@platform/dev/demo-tenants';
import { withClient } from '@platform/dev/postgres';
import { cloudEvent } from '@platform/kit/database';
import { newId } from '@platform/kit/ids';
import { connectNats } from '@platform/testkit/stores';
import { describeMachine } from './machine.ts';
import { startOneService } from './one-service.ts';
import type { BenchCall, ServiceUnderLoad } from './one-service.ts';
import { table, writeSection } from './report.ts';
import { jetstream } from '@nats-io/jetstream';

const records = Number(process.env['BENCH_AUDIT_RECORDS'] ?? 1_000_000);
const leastRate = 10_000;
/** How much an export may add to the memory of the process, regardless of its size. */
const mostGrowth = 200;
const published = 1_000;
/** The servers share the machine with everything that is measured. */
const publishTimeoutMs = 60_000;

/** A record as services publish it; every one names people, so that it has parts to commit to. */
const recordOf = (n: number) => ({
  id: newId('event'),
  type: 'audit.recorded',
  occurredAt: new Date().toISOString(),
  actor: { type: 'user' as const, id: newId('user'), clientId: 'console' },
  organizationId: null,
  subject: { type: 'user', id: newId('user') },
  schemaVersion: 1,
  data: {
    operationId: 'userDirectoryUpdate',
    outcome: 'success' as const,
    status: 200,
    sourceIp: `203.0.113.${n % 256}`,
    userAgent: 'bench/1',
    requestId: newId('request'),
    changed: ['/displayName'],
    details: { reason: `change ${n}` },
  },
});

async function publish(natsUrl: string, tenants: readonly DemoTenant[]): Promise<void> {
  const nc = await connectNats(natsUrl);
  const js = jetstream(nc);
  for (let from = 0; from < records; from += published)
    await Promise.all(
      Array.from({ length: Math.min(published, records - from) }, (_, i) => {
        const { tenantId } = tenants[(from + i) % tenants.length]!;
        const subject = `audit.${partitionOf(tenantId)}.${tenantId}.userDirectoryUpdate`;
        const message = cloudEvent('bench', recordOf(from + i), { tenantId });
        return js.publish(subject, message, { timeout: publishTimeoutMs });
      }),
    );
  await nc.close();
}

type RecordCount = () => Promise<number>;

/** Counts the records in all chains, over one connection: to connect takes PostgreSQL longer than to answer. */
const countingRecords = <T>(postgresUrl: string, work: (recorded: RecordCount) => Promise<T>) =>
  withClient(postgresUrl, (client) =>
    work(async () => {
      const { rows } = await client.query<{ n: string }>(
        'SELECT coalesce(sum(last_seq), 0) AS n FROM compliance.audit_heads',
      );
      return Number(rows[0]?.n);
    }),
  );

/**
 * Records per second, from the moment when the service finds all of them in the stream until the last one is in its chain, and the
 * cost of each. Publishing uses as much of this machine as ingestion, so it is done beforehand.
 */
const ingest = ({ postgresUrl, natsUrl, tenants, cpu, whileStopped }: ServiceUnderLoad) =>
  countingRecords(postgresUrl, async (recorded) => {
    const before = await recorded();
    await whileStopped(() => publish(natsUrl, tenants));
    const spent = cpu();
    const since = performance.now();
    while ((await recorded()) < before + records) await pause(50);
    const seconds = (performance.now() - since) / 1_000;
    const microseconds = cpu().map((now, i) => (now - (spent[i] ?? 0)) / records);
    return {
      rate: records / seconds,
      /** Microseconds of compliance, PostgreSQL and NATS. */
      microseconds,
      /** The share of the time in which the compliance process was busy. */
      busy: ((microseconds[0] ?? 0) * records) / (seconds * 1e6),
    };
  });

/** Exports what a tenant has, and watches the memory meanwhile. */
async function exported(call: BenchCall, memory: () => number) {
  const path = '/api/v1/audit-exports';
  const before = memory();
  let peak = before;
  const since = performance.now();
  const from = new Date(Date.now() - 86_400_000).toISOString();
  const { id } = await call('POST', path, { from, to: new Date().toISOString() });
  for (;;) {
    const { state, progress, error } = await call('GET', `${path}/${id}`);
    peak = Math.max(peak, memory());
    if (state === 'FAILED') throw new Error(JSON.stringify(error));
    if (state === 'COMPLETED')
      return {
        count: progress.records as number,
        seconds: (performance.now() - since) / 1_000,
        growth: peak - before,
      };
    await pause(100);
  }
}

/** The audit log: records a second into the chain, and an export of them with flat memory. */
export async function audit(): Promise<boolean> {
  const machine = describeMachine();
  const compliance = await startOneService('compliance', ['hub', 'fga', 'directory']);
  try {
    const { rate, microseconds, busy } = await ingest(compliance);
    const [tenant] = compliance.tenants;
    const { count, seconds, growth } = await exported(compliance.as(tenant!), compliance.memory);
    writeSection(
      'audit',
      [
        '## The audit log',
        '',
        machine,
        '',
        table(
          ['', 'measured', 'wanted'],
          [
            [
              `records a second, ${records} of them, with the chain`,
              rate.toFixed(0),
              `${leastRate}`,
            ],
            [
              'processor time a record: compliance, PostgreSQL, NATS, µs',
              microseconds.map((one) => one.toFixed(0)).join(', '),
              '',
            ],
            ['share of the time that compliance was busy', `${(100 * busy).toFixed(0)} %`, ''],
            [`records a second, export of ${count}`, (count / seconds).toFixed(0), ''],
            ['growth of memory during the export, MiB', String(growth), `at most ${mostGrowth}`],
          ],
        ),
      ].join('\n'),
    );
    return rate >= leastRate && growth <= mostGrowth;
  } finally {
    await compliance.stop();
  }
}
