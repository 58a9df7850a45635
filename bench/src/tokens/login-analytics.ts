import type { DemoTenant } from '@platform/dev/demo-tenants';
import { succeeded } from '@platform/dev/management-api';
import { withClient } from '@platform/dev/postgres';
import { newHistogram } from '../histogram.ts';
import type { Histogram } from '../histogram.ts';
import type { TokenStage } from './token-stage.ts';

const warmUp = 10;
const days = 365;
const day = 86_400_000;

/** Spans that administrators look at: the default, of which unique users are counted, and the longest. */
export const spans = [30, days + 1] as const;

const dateText = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/**
 * Writes the result of counting this many sign-ins: by a tenth as many people, spread evenly over a year, twenty applications and
 * three methods.
 */
async function seed({ postgresUrl }: TokenStage, { tenantId }: DemoTenant, count: number) {
  await withClient(postgresUrl, async (client) => {
    await client.query(
      `INSERT INTO identity.login_analytics (tenant_id, user_key, as_of) VALUES ($1, $2, now())
       ON CONFLICT (tenant_id) DO NOTHING`,
      [tenantId, Buffer.alloc(32, 1)],
    );
    await client.query(
      `INSERT INTO identity.login_active_users (tenant_id, day, user_hash)
       SELECT DISTINCT $1, date_trunc('day', now(), 'UTC') - make_interval(days => (n % $3::int)::int), sha256(int8send(abs(hashint8(n)::bigint) % greatest(1, $2::bigint / 10)))
       FROM generate_series(0, $2::bigint - 1) AS n ON CONFLICT DO NOTHING`,
      [tenantId, count, days],
    );
    await client.query(
      `INSERT INTO identity.login_rollup_daily (tenant_id, day, dimension, key, succeeded, failed, blocked, sign_ups, mfa_completed, unique_users)
       SELECT $1, date_trunc('day', now(), 'UTC') - make_interval(days => d), k.dimension, k.key, greatest(1, $2::bigint / $3::int / k.share), 0, 0, 0, 0, greatest(1, $2::bigint / $3::int / k.share)
       FROM generate_series(0, $3::int - 1) AS d, (SELECT 'total' AS dimension, '' AS key, 1 AS share
         UNION ALL SELECT 'method', unnest(ARRAY['password', 'passkey', 'social']), 3
         UNION ALL SELECT 'assurance', unnest(ARRAY['aal1', 'aal2']), 2
         UNION ALL SELECT 'client', 'app-' || n, 20 FROM generate_series(1, 20) AS n) AS k ON CONFLICT DO NOTHING`,
      [tenantId, count, days],
    );
    await client.query('ANALYZE identity.login_active_users, identity.login_rollup_daily');
  });
}

/** Answers of the operation over `span` days, one after the other. */
async function ask(
  stage: TokenStage,
  tenant: DemoTenant,
  { span, rounds }: { span: number; rounds: number },
): Promise<Histogram> {
  const api = await stage.api(tenant);
  const now = Date.now();
  const query = `from=${dateText(now - (span - 1) * day)}&to=${dateText(now)}`;
  const latency = newHistogram();
  for (let n = 0; n < warmUp + rounds; n += 1) {
    const since = performance.now();
    const { totals } = await succeeded(api('GET', `/login-experience/analytics/logins?${query}`));
    if ((totals as { succeeded: number }).succeeded === 0) throw new Error('nothing was counted');
    if (n >= warmUp) latency.add((performance.now() - since) * 1_000);
  }
  return latency;
}

/** Measures the analytics of a tenant with this many sign-ins, over each of {@link spans}. */
export async function loginAnalytics(
  stage: TokenStage,
  tenant: DemoTenant,
  { signIns, rounds }: { signIns: number; rounds: number },
): Promise<Histogram[]> {
  await seed(stage, tenant, signIns);
  const measured: Histogram[] = [];
  for (const span of spans) measured.push(await ask(stage, tenant, { span, rounds }));
  return measured;
}
