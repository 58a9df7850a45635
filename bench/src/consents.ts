import type { DemoTenant } from '@platform/dev/demo-tenants';
import { withClient } from '@platform/dev/postgres';
import { describeMachine } from './machine.ts';
import { startOneService } from './one-service.ts';
import type { BenchCall, ServiceUnderLoad } from './one-service.ts';
import { table, writeSection } from './report.ts';

const size = { small: 1_000, large: Number(process.env['BENCH_CONSENTS'] ?? 1_000_000) };
const checks = 3_000;
const warmUp = 500;
const mostRatio = 1.2;
const purposeKey = 'newsletter';

/** Copies one consent for as many people. */
const multiply = (postgresUrl: string, consentId: string, count: number): Promise<unknown> =>
  withClient(postgresUrl, async (client) => {
    const { rows } = await client.query<{ columns: string }>(
      `SELECT string_agg(quote_ident(column_name), ', ') AS columns FROM information_schema.columns
       WHERE table_schema = 'compliance' AND table_name = 'consents' AND is_generated = 'NEVER'`,
    );
    const columns = rows[0]?.columns ?? '';
    await client.query(
      `INSERT INTO compliance.consents (${columns})
       SELECT ${columns} FROM (SELECT (jsonb_populate_record(c, jsonb_build_object('id', c.id || n, 'subject_id', 'person-' || n))).*
         FROM compliance.consents c, generate_series(1, $2::int) AS n WHERE c.id = $1) AS copies`,
      [consentId, count],
    );
    return client.query('ANALYZE compliance.consents');
  });

async function fill(
  { postgresUrl }: ServiceUnderLoad,
  call: BenchCall,
  count: number,
): Promise<void> {
  const { id } = await call('POST', '/api/v1/consents', { subjectId: 'person-0', purposeKey });
  await multiply(postgresUrl, id, count);
}

/** Milliseconds of single checks, one after the other, sorted. */
async function measure(call: BenchCall, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < warmUp + checks; n += 1) {
    const subjectId = `person-${1 + Math.floor(Math.random() * count)}`;
    const since = performance.now();
    const { allowed } = await call(
      'GET',
      `/api/v1/consents/check?subjectId=${subjectId}&purposeKey=${purposeKey}`,
    );
    if (!allowed) throw new Error(`${subjectId} has no consent`);
    if (n >= warmUp) times.push(performance.now() - since);
  }
  return times.sort((a, b) => a - b);
}

const percentile = (times: readonly number[], share: number): number =>
  times[Math.floor(share * (times.length - 1))] ?? 0;

/** Consents: a check costs the same whether the tenant has a thousand of them or a million. */
export async function consents(): Promise<boolean> {
  const machine = describeMachine();
  const compliance = await startOneService('compliance', ['hub', 'fga', 'directory']);
  try {
    const [small, large] = compliance.tenants.map((tenant: DemoTenant) => compliance.as(tenant));
    await fill(compliance, small!, size.small);
    await fill(compliance, large!, size.large);
    const few = await measure(small!, size.small);
    const many = await measure(large!, size.large);
    const ratio = percentile(many, 0.5) / percentile(few, 0.5);
    const row = (count: number, times: readonly number[]): string[] => [
      `${count} consents`,
      percentile(times, 0.5).toFixed(2),
      percentile(times, 0.99).toFixed(2),
    ];
    writeSection(
      'consents',
      [
        '## Consent checks',
        '',
        machine,
        '',
        table(['', 'p50, ms', 'p99, ms'], [row(size.small, few), row(size.large, many)]),
        '',
        `p50 grows by a factor of ${ratio.toFixed(2)}; wanted: at most ${mostRatio}.`,
      ].join('\n'),
    );
    return ratio <= mostRatio;
  } finally {
    await compliance.stop();
  }
}
