import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import { accessToken } from '@platform/dev/access-token';
import { tenantCreator } from '@platform/dev/demo-tenants';
import type { DemoTenant } from '@platform/dev/demo-tenants';
import { startPlatform } from '@platform/dev/platform';
import type { DevPlatform } from '@platform/dev/platform';
import { cpuMicros, residentMebibytes } from './cpu-time.ts';
import { newHistogram } from './histogram.ts';

/** Some of the platform's processes: all services, PostgreSQL and NATS. */
export type ByProcess = Record<string, number>;

/** Durations in milliseconds, and processor time of all processes for each, in milliseconds. */
export interface Timed {
  p50: number;
  p99: number;
  cpuMs: number;
  perSecond: number;
}

const atOnce = 8;
/** Tenants that the hub creates at its start, without a record or an owner. */
const seeded = 2;
const patienceMs = 3_600_000;

const pidsOf = ({ processes }: DevPlatform): [string, number][] =>
  [...processes].flatMap(([name, { pid }]) => (pid === undefined ? [] : [[name, pid]]));

const measured = (platform: DevPlatform, measure: (pid: number) => number): ByProcess =>
  Object.fromEntries(pidsOf(platform).map(([name, pid]) => [name, measure(pid)]));

const sum = (values: ByProcess): number => Object.values(values).reduce((a, b) => a + b, 0);

/** Processor time of everything so far, in milliseconds. */
const cpuMsOf = (platform: DevPlatform): number => sum(measured(platform, cpuMicros)) / 1_000;

const settings: Record<string, Record<string, string>> = {
  // Logs of new tenants are sealed soon, so that the work of their creation ends before the rest is measured.
  compliance: { PLATFORM_AUDIT_CHECKPOINT_CRON: '0 * * * * *' },
  hub: { PLATFORM_RATELIMIT_ENABLED: 'false' },
  gateway: { PLATFORM_GATEWAY_RATELIMIT_ENABLED: 'false' },
};

/** Starts the platform on the data of an earlier start, and returns how long that took, in seconds. */
export async function startTimed(folder: string): Promise<{ platform: DevPlatform; s: number }> {
  const at = performance.now();
  const platform = await startPlatform({
    dataDir: join(folder, 'data'),
    portOffset: 'any',
    settings: (name) => settings[name] ?? {},
  });
  return { platform, s: (performance.now() - at) / 1_000 };
}

/** Repeats a call, some at a time, and measures each and the processor time of all processes. */
async function timed(
  platform: DevPlatform,
  { count, concurrency = 1 }: { count: number; concurrency?: number },
  call: (n: number) => Promise<unknown>,
): Promise<Timed> {
  const took = newHistogram();
  const [cpuBefore, startedAt] = [cpuMsOf(platform), performance.now()];
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < count) {
      const at = performance.now();
      await call(next++);
      took.add((performance.now() - at) * 1_000);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return {
    p50: took.at(50) / 1_000,
    p99: took.at(99) / 1_000,
    cpuMs: (cpuMsOf(platform) - cpuBefore) / count,
    perSecond: (count * 1_000) / (performance.now() - startedAt),
  };
}

/** Creates tenants as an operator does, several at a time. */
export async function createTenants(
  platform: DevPlatform,
  slugs: readonly string[],
): Promise<{ tenants: DemoTenant[]; timed: Timed }> {
  const creator = tenantCreator({
    hubRpcPort: platform.ports.hub.grpc,
    cluster: platform.cluster,
  });
  try {
    const tenants: DemoTenant[] = [];
    const of = { count: slugs.length, concurrency: atOnce };
    const figures = await timed(platform, of, async (n) => {
      tenants.push(await creator.create(slugs[n] as string));
    });
    return { tenants, timed: figures };
  } finally {
    creator.close();
  }
}

const numberOf = async (client: Client, text: string): Promise<number> =>
  Number((await client.query<{ n: string }>(text)).rows[0]?.n);

/**
 * Waits until the work that follows from the creation of tenants has ended: every message has left its outbox, and every audit log
 * is sealed. Returns the processor time meanwhile, in milliseconds.
 */
export async function settle(platform: DevPlatform, client: Client): Promise<number> {
  const before = cpuMsOf(platform);
  const tenants = await numberOf(client, 'SELECT count(*) AS n FROM hub.tenant');
  const deadline = performance.now() + patienceMs;
  const isSettled = async (): Promise<boolean> => {
    const sealed = await numberOf(
      client,
      'SELECT count(*) FILTER (WHERE last_seq = sealed_seq) AS n FROM compliance.audit_heads',
    );
    const known = await numberOf(
      client,
      'SELECT count(DISTINCT tenant_id) AS n FROM access.role_assignments',
    );
    return sealed >= tenants - seeded && known >= tenants - seeded;
  };
  while (!(await isSettled())) {
    if (performance.now() > deadline) throw new Error('the work for new tenants did not end');
    await pause(2_000);
  }
  return cpuMsOf(platform) - before;
}

/** Resident memory of each process, in MiB. */
export const memoryOf = (platform: DevPlatform): ByProcess => measured(platform, residentMebibytes);

/** Percent of a core that each process takes while nothing is asked of the platform. */
export async function idleOf(platform: DevPlatform, seconds: number): Promise<ByProcess> {
  const before = measured(platform, cpuMicros);
  await pause(seconds * 1_000);
  const after = measured(platform, cpuMicros);
  return Object.fromEntries(
    Object.entries(after).map(([name, micros]) => [
      name,
      (micros - (before[name] ?? 0)) / (seconds * 10_000),
    ]),
  );
}

/** Requests tokens for clients of these tenants in turn. */
export const tokensOf = (
  platform: DevPlatform,
  tenants: readonly DemoTenant[],
  count: number,
): Promise<Timed> =>
  timed(platform, { count }, (n) =>
    accessToken(platform.ready.hub, tenants[n % tenants.length] as DemoTenant),
  );

/** Creates users through the gateway, and measures the time until their event is in the tenant's log. */
export async function eventLag(
  platform: DevPlatform,
  client: Client,
  { tenant, count, prefix }: { tenant: DemoTenant; count: number; prefix: string },
): Promise<Timed> {
  const token = await accessToken(platform.ready.hub, tenant);
  const lastSeq = (): Promise<number> =>
    numberOf(
      client,
      `SELECT coalesce(max(last_seq), 0) AS n FROM outbound.event_heads WHERE tenant_id = '${tenant.tenantId}'`,
    );
  const lag = newHistogram();
  const whole = await timed(platform, { count }, async (n) => {
    const before = await lastSeq();
    const answer = await fetch(`${platform.ready.gateway}/api/v1/directory/users`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ email: `${prefix}${n}@example.com`, displayName: `User ${n}` }),
    });
    const at = performance.now();
    if (!answer.ok) throw new Error(`a user was not created: ${await answer.text()}`);
    while ((await lastSeq()) <= before) await pause(1);
    lag.add((performance.now() - at) * 1_000);
  });
  return { ...whole, p50: lag.at(50) / 1_000, p99: lag.at(99) / 1_000 };
}

/** Size of the database, in MiB. */
export const diskOf = async (client: Client): Promise<number> =>
  (await numberOf(client, 'SELECT pg_database_size(current_database()) AS n')) / 2 ** 20;
