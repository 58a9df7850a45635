import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { exampleEvent, partitionOf } from '@platform/contracts';
import type { DemoTenant } from '@platform/dev/demo-tenants';
import { localCertificates } from '@platform/dev/tls-certificates';
import { cloudEvent } from '@platform/kit/database';
import { newId } from '@platform/kit/ids';
import { connectNats, temporaryFolder } from '@platform/testkit/stores';
import { describeMachine } from './machine.ts';
import { startOneService } from './one-service.ts';
import type { BenchCall, ServiceUnderLoad } from './one-service.ts';
import { table, writeSection } from './report.ts';
import { jetstream } from '@nats-io/jetstream';

const receivers = 20;
/** Events of a round; each receiver is sent every one of them. */
const events = Number(process.env['BENCH_SSF_EVENTS'] ?? 50);
/** Undisturbed rounds and disturbed ones take turns, so that a busy moment of the machine meets both. */
const rounds = 4;
/** The others keep nine tenths of their rate. */
const leastShare = 0.9;
const patienceMs = 300_000;
const path = '/api/v1/ssf/receivers';
const push = 'urn:ietf:rfc:8935';

async function until(isMet: () => boolean | Promise<boolean>, what: string): Promise<void> {
  for (const end = performance.now() + patienceMs; !(await isMet()); await pause(20))
    if (performance.now() > end) throw new Error(`${what}: this did not happen in time`);
}

/** A receiver with its own server, which acknowledges tokens until it is set to hang. */
async function startReceiver({ key, cert }: { key: string; cert: string }) {
  const state = { received: 0, isHanging: false };
  const server = createServer({ key, cert }, (req, res) => {
    req.resume().on('end', () => {
      if (state.isHanging) return;
      state.received += 1;
      res.writeHead(202).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  return Object.assign(state, {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    stop(): void {
      server.close();
      server.closeAllConnections();
    },
  });
}

type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/** Registers a receiver; resolves with its path when it has acknowledged its verification event. */
async function register(call: BenchCall, { url }: Receiver, name: string): Promise<string> {
  const delivery = { method: push, endpointUrl: url };
  const { id } = await call('POST', path, { name, delivery });
  const isVerified = async (): Promise<boolean> =>
    (await call('GET', `${path}/${id}`)).verification.state === 'verified';
  await until(isVerified, `${name} is verified`);
  return `${path}/${id}`;
}

async function publish(natsUrl: string, { tenantId }: DemoTenant): Promise<void> {
  const nc = await connectNats(natsUrl);
  const subject = `events.${partitionOf(tenantId)}.${tenantId}.user.sessions_revoked`;
  for (let n = 0; n < events; n++) {
    const about = { id: newId('event'), occurredAt: new Date().toISOString() };
    const event = {
      ...exampleEvent('user.sessions_revoked', about),
      subject: { type: 'user', id: newId('user') },
    };
    await jetstream(nc).publish(subject, cloudEvent('bench', event, { tenantId }));
  }
  await nc.close();
}

/** The duration of rounds, and the processor time of compliance, PostgreSQL and NATS. */
interface Spent {
  seconds: number;
  micros: number[];
}

async function round(
  { cpu, natsUrl }: ServiceUnderLoad,
  tenant: DemoTenant,
  others: readonly Receiver[],
): Promise<Spent> {
  const wanted = others.map(({ received }) => received + events);
  const since = performance.now();
  const before = cpu();
  await publish(natsUrl, tenant);
  const isOver = (): boolean => others.every(({ received }, i) => received >= wanted[i]!);
  await until(isOver, 'every token is delivered');
  return {
    seconds: (performance.now() - since) / 1_000,
    micros: cpu().map((now, i) => now - (before[i] ?? 0)),
  };
}

const sum = (all: readonly Spent[]): Spent => ({
  seconds: all.reduce((total, { seconds }) => total + seconds, 0),
  micros: (all[0]?.micros ?? []).map((_, i) =>
    all.reduce((total, { micros }) => total + (micros[i] ?? 0), 0),
  ),
});

/** Rounds in which the last receiver responds, and rounds in which another one replaces it, and hangs. */
async function measure(compliance: ServiceUnderLoad, all: readonly Receiver[]) {
  const [tenant] = compliance.tenants as [DemoTenant];
  const call = compliance.as(tenant);
  const paths: string[] = [];
  for (const [i, one] of all.entries()) paths.push(await register(call, one, `bench-${i}`));
  const others = all.slice(0, receivers - 1);
  const [answering, hanging] = paths.slice(receivers - 1) as [string, string];
  all.at(-1)!.isHanging = true;
  const enable = (at: string, enabled: boolean): Promise<unknown> => call('PATCH', at, { enabled });
  await enable(hanging, false);
  await round(compliance, tenant, others);
  const undisturbed: Spent[] = [];
  const beside: Spent[] = [];
  for (let n = 0; n < rounds; n++) {
    undisturbed.push(await round(compliance, tenant, others));
    await enable(answering, false);
    await enable(hanging, true);
    beside.push(await round(compliance, tenant, others));
    await enable(hanging, false);
    await enable(answering, true);
  }
  return { undisturbed: sum(undisturbed), beside: sum(beside) };
}

/** Security event tokens a second to twenty receivers, and to nineteen while the twentieth hangs. */
export async function ssf(): Promise<boolean> {
  const machine = describeMachine();
  const folder = temporaryFolder('bench-ssf-');
  const { key, cert, caFile } = await localCertificates(folder.path, ['localhost']);
  const all = await Promise.all(
    Array.from({ length: receivers + 1 }, () => startReceiver({ key, cert })),
  );
  const compliance = await startOneService('compliance', ['hub', 'fga', 'directory'], () => ({
    PLATFORM_OUTBOUND_HTTP_EXTRA_CA_PATH: caFile,
  }));
  try {
    const { undisturbed, beside } = await measure(compliance, all);
    const tokens = rounds * events * (receivers - 1);
    const share = undisturbed.seconds / beside.seconds;
    const row = (what: string, { seconds, micros }: Spent): string[] => [
      what,
      (tokens / seconds).toFixed(0),
      micros.map((one) => (one / tokens).toFixed(0)).join(', '),
    ];
    const others = receivers - 1;
    writeSection(
      'ssf',
      [
        '## Security event tokens',
        '',
        `${machine}. ${rounds} rounds of ${events} events each way, in turn.`,
        '',
        table(
          [
            `tokens to ${others} receivers`,
            'a second',
            'processor time a token: compliance, PostgreSQL, NATS, µs',
          ],
          [
            row('beside another one that answers', undisturbed),
            row('beside another one that hangs', beside),
          ],
        ),
        '',
        `They keep ${share.toFixed(2)} of their rate; wanted: at least ${leastShare}.`,
      ].join('\n'),
    );
    return share >= leastShare;
  } finally {
    await compliance.stop();
    for (const one of all) one.stop();
    folder.remove();
  }
}
