import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { startEventsStage } from './events-stage.ts';
import type { OutboundProperties, ArrivalTimes } from './events-stage.ts';
import { newHistogram } from './histogram.ts';

const endpoints = { perTenant: 150, hangingShare: 0.2 };
const phase = { warmUpSeconds: 16, seconds: 40, eventsPerSecond: 0.25 };
const drainMillis = 20_000;
const claimedFactor = 1.2;

/** Two tenants simulate six: three times the endpoints of a tenant, and three times its slots. */
const limits: OutboundProperties = {
  'platform.webhooks.max-endpoints-per-tenant': String(endpoints.perTenant),
  'platform.webhooks.delivery.max-in-flight-per-tenant': '96',
};

type Stage = Awaited<ReturnType<typeof startEventsStage>>;

/** When each healthy endpoint saw each event: `{subject} {path}`. */
interface Receivers {
  seen: ArrivalTimes;
  healthyUrl: string;
  hangingUrl: string;
  /** From now on the hanging endpoints answer nothing. */
  hang(): void;
  hangingNow(): number;
  stop(): Promise<void>;
}

async function startReceivers(): Promise<Receivers> {
  const seen: ArrivalTimes = new Map();
  let isHanging = false;
  let hanging = 0;
  const serve = async (isHealthy: boolean) => {
    const server = createServer((req, res) => {
      const chunks: Buffer[] = [];
      req.on('data', (chunk: Buffer) => chunks.push(chunk));
      req.on('end', () => {
        if (!isHealthy && isHanging) {
          hanging += 1;
          res.once('close', () => {
            hanging -= 1;
          });
          return;
        }
        res.writeHead(204).end();
        const { subject } = JSON.parse(Buffer.concat(chunks).toString());
        if (isHealthy) seen.set(`${subject.id} ${req.url}`, performance.now());
      });
    });
    await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
    return { server, url: `http://localhost:${(server.address() as AddressInfo).port}` };
  };
  const [healthy, unhealthy] = await Promise.all([serve(true), serve(false)]);
  return {
    seen,
    healthyUrl: healthy.url,
    hangingUrl: unhealthy.url,
    hang() {
      isHanging = true;
    },
    hangingNow: () => hanging,
    async stop() {
      for (const { server } of [healthy, unhealthy]) {
        server.close();
        server.closeAllConnections();
      }
    },
  };
}

/** Creates endpoints for both tenants. Returns the paths of the healthy ones. */
async function addEndpoints(
  { outbound, otherOutbound }: Stage,
  { healthyUrl, hangingUrl }: Receivers,
): Promise<Map<string, string[]>> {
  const hanging = endpoints.perTenant * endpoints.hangingShare;
  const healthyPaths = new Map<string, string[]>();
  for (const client of [outbound, otherOutbound]) {
    const paths: string[] = [];
    for (let i = 0; i < endpoints.perTenant; i++) {
      const path = `/${client.tenantId}/${i}`;
      const url = `${i < hanging ? hangingUrl : healthyUrl}${path}`;
      const body = { url, eventTypes: ['user.created'], timeoutSeconds: 30 };
      await client.call('POST', '/api/v1/webhook-endpoints', body);
      if (i >= hanging) paths.push(path);
    }
    healthyPaths.set(client.tenantId, paths);
  }
  return healthyPaths;
}

/**
 * Commits events at a steady rate, alternating the tenants. Returns the events that each healthy endpoint must receive, with their
 * commit times.
 */
async function commitSteadily(
  { commitFacts }: Stage,
  healthyPaths: ReadonlyMap<string, readonly string[]>,
  seconds: number,
): Promise<ArrivalTimes> {
  const tenants = [...healthyPaths.keys()];
  const wanted: ArrivalTimes = new Map();
  const startedAt = performance.now();
  for (let n = 0; n < seconds * phase.eventsPerSecond; n++) {
    await pause(Math.max(0, startedAt + (n * 1000) / phase.eventsPerSecond - performance.now()));
    const tenantId = tenants[n % tenants.length] as string;
    for (const [subject, at] of await commitFacts(1, [tenantId]))
      for (const path of healthyPaths.get(tenantId) ?? []) wanted.set(`${subject} ${path}`, at);
  }
  return wanted;
}

/** Milliseconds from commit to receipt; what was not seen in time counts as the whole wait. */
async function lagsOf(wanted: ArrivalTimes, seen: ArrivalTimes) {
  for (const end = performance.now() + drainMillis; performance.now() < end; await pause(50))
    if ([...wanted.keys()].every((key) => seen.has(key))) break;
  const lag = newHistogram();
  for (const [key, at] of wanted) lag.add(((seen.get(key) ?? at + drainMillis) - at) * 1000);
  const missing = [...wanted.keys()].filter((key) => !seen.has(key)).length;
  return { p50: lag.at(50) / 1000, p99: lag.at(99) / 1000, count: lag.count, missing };
}

/** Healthy endpoints beside some that hang: their lag undisturbed, and from the moment on at which the others begin to hang. */
export async function measureFairness() {
  const stage = await startEventsStage({ limits });
  const receivers = await startReceivers();
  try {
    const paths = await addEndpoints(stage, receivers);
    const measure = async (seconds: number) =>
      lagsOf(await commitSteadily(stage, paths, seconds), receivers.seen);
    await measure(phase.warmUpSeconds);
    const undisturbed = await measure(phase.seconds);
    receivers.hang();
    const beside = await measure(phase.seconds);
    const hangingAtTheEnd = receivers.hangingNow();
    const factor = beside.p99 / undisturbed.p99;
    // Deliveries that queue from one event to the next are late whether others hang or not.
    const isSaturated = undisturbed.p50 > 1000 / phase.eventsPerSecond || undisturbed.missing > 0;
    const holds = !isSaturated && factor <= claimedFactor && beside.missing === 0;
    return { undisturbed, beside, factor, hangingAtTheEnd, isSaturated, holds };
  } finally {
    await receivers.stop();
    await stage.stop();
  }
}

type Fairness = Awaited<ReturnType<typeof measureFairness>>;

/** Judges the figures. */
function verdictOf({ isSaturated, factor, holds, hangingAtTheEnd, beside }: Fairness): string {
  if (isSaturated)
    return 'The machine could not keep up with the undisturbed load: this run says nothing about fairness.';
  const measured = `The 99th percentile beside endpoints that hang is ${factor.toFixed(2)} of the undisturbed one, ${beside.missing} deliveries are missing, and ${hangingAtTheEnd} requests hang at the end.`;
  return `${measured} Claimed: at most ${claimedFactor}${holds ? '' : ', which does NOT hold'}.`;
}

/** The rows of the table, and the sentence below it. */
export function fairnessReport(fairness: Fairness) {
  const { undisturbed, beside } = fairness;
  const row = (what: string, { p50, p99, count }: Fairness['beside']): string[] => [
    what,
    String(count),
    p50.toFixed(1),
    p99.toFixed(1),
  ];
  const total = 2 * endpoints.perTenant;
  return {
    rows: [
      row(`${total} endpoints, all answer`, undisturbed),
      row(`${total * endpoints.hangingShare} of them hang, the others`, beside),
    ],
    verdict: verdictOf(fairness),
  };
}
