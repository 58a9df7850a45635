import { randomBytes } from 'node:crypto';
import type { Client } from '../postgres.ts';
import { withClient } from '../postgres.ts';
import type { DemoGoal } from './demo-tenant.ts';
import { demoApplications } from './integrations.ts';
import { seededRandom } from './random.ts';

const days = 365;
const dayMs = 86_400_000;

interface Counts {
  dimension: string;
  key: string;
  succeeded: number;
  failed: number;
  blocked: number;
  mfaCompleted: number;
}

/** Shares of the sign-ins of a day, by dimension. */
const shares: readonly (readonly [string, string, number])[] = [
  ['method', 'password', 0.55],
  ['method', 'passkey', 0.3],
  ['method', 'email_code', 0.15],
  ['assurance', 'aal1', 0.6],
  ['assurance', 'aal2', 0.4],
  ...demoApplications
    .slice(0, 3)
    .map(({ clientId }, n) => ['client', clientId, [0.5, 0.35, 0.15][n]!] as const),
  ['flow_version', '1', 1],
];
const blockedShare = 0.2;

/** The sums of a day that began at this time, so many days ago: more each month, fewer at weekends. */
export function countsOf(at: number, ago: number): Counts[] {
  const random = seededRandom(Math.floor(at / dayMs));
  const isWeekend = [0, 6].includes(new Date(at).getUTCDay());
  const succeeded = Math.round(
    (140 + 260 * (1 - ago / days)) * (isWeekend ? 0.35 : 1) * (0.85 + 0.3 * random()),
  );
  const failed = Math.round(succeeded * (0.03 + 0.05 * random()));
  const blocked = Math.round(failed * blockedShare);
  const part = (dimension: string, key: string, share: number): Counts => ({
    dimension,
    key,
    succeeded: Math.round(succeeded * share),
    failed: dimension === 'assurance' ? 0 : Math.round(failed * share),
    blocked: dimension === 'assurance' ? 0 : Math.round(blocked * share),
    mfaCompleted: Math.round(succeeded * share * 0.4),
  });
  return [
    part('total', '', 1),
    ...shares.map(([dimension, key, share]) => part(dimension, key, share)),
    { ...part('reason', 'invalid_credentials', 0), failed: failed - blocked },
    { ...part('reason', 'locked_out', 0), failed: blocked, blocked },
  ];
}

/** Writes the sums of each day. A day that has some keeps them. */
async function writeSums(client: Client, tenantId: string): Promise<void> {
  const today = Math.floor(Date.now() / dayMs) * dayMs;
  const rows = Array.from({ length: days }, (_, n) => today - (n + 1) * dayMs).flatMap((at, n) =>
    countsOf(at, n).map((counts) => ({ day: new Date(at), ...counts })),
  );
  await client.query(
    `INSERT INTO identity.login_rollup_daily (tenant_id, day, dimension, key, succeeded, failed, blocked, sign_ups, mfa_completed, unique_users)
     SELECT $1, day, dimension, key, succeeded, failed, blocked,
       CASE WHEN dimension = 'total' THEN succeeded / 40 ELSE 0 END, mfa, CASE WHEN dimension = 'total' THEN succeeded * 4 / 5 ELSE 0 END
     FROM unnest($2::timestamptz[], $3::text[], $4::text[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[])
       AS r (day, dimension, key, succeeded, failed, blocked, mfa)
     ON CONFLICT DO NOTHING`,
    [
      tenantId,
      rows.map(({ day }) => day),
      rows.map(({ dimension }) => dimension),
      rows.map(({ key }) => key),
      rows.map(({ succeeded }) => succeeded),
      rows.map(({ failed }) => failed),
      rows.map(({ blocked }) => blocked),
      rows.map(({ mfaCompleted }) => mfaCompleted),
    ],
  );
}

/** A year of sign-ins cannot come through the API, so it is written to the tables that analytics read. Repeating it adds new days only. */
export const writeHistory = ({ tenant, postgresUrl }: DemoGoal): Promise<void> =>
  withClient(postgresUrl, async (client) => {
    const { tenantId } = tenant;
    await client.query(
      `INSERT INTO identity.login_analytics (tenant_id, user_key, as_of) VALUES ($1, $2, now()) ON CONFLICT (tenant_id) DO NOTHING`,
      [tenantId, randomBytes(32)],
    );
    await writeSums(client, tenantId);
    // The daily sums count this many users; some of them sign in every day.
    await client.query(
      `INSERT INTO identity.login_active_users (tenant_id, day, user_hash)
       SELECT $1, r.day, sha256(convert_to('demo ' || (n * 7 + extract(doy FROM r.day)::int * 13) % 1900, 'UTF8'))
       FROM identity.login_rollup_daily r, generate_series(1, r.unique_users) AS n
       WHERE r.tenant_id = $1 AND r.dimension = 'total' AND r.day >= now() - make_interval(days => $2) AND r.day < date_trunc('day', now(), 'UTC')
       ON CONFLICT DO NOTHING`,
      [tenantId, days + 1],
    );
    // The people came one after the other, and most of them were here lately.
    await client.query(
      `UPDATE directory.users SET created_at = date_trunc('day', now(), 'UTC') - make_interval(days => $2 - substr(external_id, 6)::int % $2)
       WHERE tenant_id = $1 AND external_id ~ '^demo-[0-9]{4}$'`,
      [tenantId, days],
    );
    await client.query(
      `INSERT INTO directory.user_activity (tenant_id, user_id, last_login_at)
       SELECT tenant_id, id, now() - make_interval(mins => (substr(external_id, 6)::int * 7919) % 60000) FROM directory.users
       WHERE tenant_id = $1 AND external_id ~ '^demo-[0-9]{4}$' AND substr(external_id, 6)::int % 4 > 0 ON CONFLICT DO NOTHING`,
      [tenantId],
    );
  });
