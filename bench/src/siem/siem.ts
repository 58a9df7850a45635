import { describeMachine } from '../machine.ts';
import { table, writeSection } from '../report.ts';
import type { SinkReceivers } from './receivers.ts';
import { startSiemStage } from './siem-stage.ts';
import type { Drained, SiemStage } from './siem-stage.ts';
import { steadyLag } from './steady-lag.ts';

/** Options of the command line. */
export interface SiemOptions {
  /** Events of the backlog, 1,000,000 by default. */
  events?: string | undefined;
}

const wholeBacklog = 1_000_000;
const perKind = 50_000;
const perSecond = 1_000;
/** The times of a whole run, and those of one with a smaller backlog, which shows only that it runs. */
const times = { whole: { drainMs: 30_000, seconds: 20 }, short: { drainMs: 2_000, seconds: 3 } };
/** A sink keeps nine tenths of its rate beside others that hang. */
const leastShare = 0.9;
/** How much a backlog may add to the memory of the process, regardless of its size. */
const mostGrowth = 200;
const hangingSinks = 3;

const sinksOf = ({
  url,
  syslog: { port, caPem },
}: SinkReceivers): Record<string, Record<string, unknown>> => ({
  http: { kind: 'http', config: { url: `${url}/http` } },
  'http, ocsf': { kind: 'http', format: 'ocsf', config: { url: `${url}/ocsf` } },
  splunk_hec: { kind: 'splunk_hec', config: { url }, credentials: { token: 'a-token-of-splunk' } },
  elastic: {
    kind: 'elastic',
    config: { url, dataStream: 'logs-platform-default' },
    credentials: { apiKey: 'key' },
  },
  datadog: {
    kind: 'datadog',
    config: { site: 'datadoghq.eu' },
    credentials: { apiKey: 'key' },
  },
  sentinel: {
    kind: 'sentinel',
    config: {
      endpoint: url,
      ruleId: 'dcr-0123456789abcdef',
      streamName: 'Custom-Platform',
      directoryTenantId: '5f0c8f0e-2f2f-4c8b-9d7e-0a1b2c3d4e5f',
      clientId: '6f0c8f0e-2f2f-4c8b-9d7e-0a1b2c3d4e5f',
    },
    credentials: { clientSecret: 'a-secret-of-the-client' },
  },
  s3: {
    kind: 's3',
    config: { bucket: 'bench', region: 'eu-west-1', endpoint: url },
    credentials: { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret-of-the-key' },
  },
  syslog_tls: { kind: 'syslog_tls', config: { host: 'localhost', port }, tls: { caPem } },
});

/** The rate of each kind, one after the other. */
async function drainKinds(stage: SiemStage, drainMs: number): Promise<[string, Drained][]> {
  const drained: [string, Drained][] = [];
  for (const [name, body] of Object.entries(sinksOf(stage.receivers))) {
    const one = await stage.drain(body, drainMs);
    console.error(`${name}: ${one.perSecond.toFixed(0)} events/s, ${one.missing} missing`);
    drained.push([name, one]);
  }
  return drained;
}

/** An `http` sink alone, and beside others of the same tenant that never get an answer. */
async function besideHanging(
  stage: SiemStage,
  drainMs: number,
): Promise<{ alone: Drained; beside: Drained }> {
  const body = { kind: 'http', config: { url: `${stage.receivers.url}/healthy` } };
  const alone = await stage.drain(body, drainMs);
  const hanging = await Promise.all(
    Array.from({ length: hangingSinks }, () =>
      stage.create({
        kind: 'http',
        config: { url: stage.receivers.hangingUrl },
        startFrom: 'oldest',
      }),
    ),
  );
  const beside = await stage.drain(body, drainMs);
  for (const { id } of hanging) await stage.remove(id);
  return { alone, beside };
}

async function measure(stage: SiemStage, events: number) {
  const { drainMs, seconds } = events < wholeBacklog ? times.short : times.whole;
  await stage.fill(Math.min(perKind, events));
  const kinds = await drainKinds(stage, drainMs);
  const { alone, beside } = await besideHanging(stage, drainMs);
  const lag = await steadyLag(stage, { perSecond, seconds });
  await stage.fill(events);
  const backlog = await stage.drain({
    kind: 'http',
    config: { url: `${stage.receivers.url}/all` },
    batch: { maxEvents: 500, maxBytes: 5_242_880 },
  });
  return { kinds, alone, beside, lag, backlog };
}

const rowOf = (name: string, { perSecond, missing, growth }: Drained): string[] => [
  name,
  perSecond.toFixed(0),
  String(missing),
  String(growth),
];

function report(events: number, machine: string, found: Awaited<ReturnType<typeof measure>>) {
  const { kinds, alone, beside, lag, backlog } = found;
  const share = beside.perSecond / alone.perSecond;
  const drained = [...kinds.map(([, one]) => one), alone, beside, backlog];
  const missing = drained.reduce((sum, one) => sum + one.missing, lag.missing);
  const holds = missing === 0 && share >= leastShare && backlog.growth <= mostGrowth;
  const text = [
    '## siem',
    '',
    `${machine}. One process each of outbound, NATS and PostgreSQL (data synced); load and receivers in one more, on the same machine. ` +
      `Each kind has ${Math.min(perKind, events)} events to read, by its default batches and for at most 30 s, one sink at a time.`,
    '',
    table(
      ['sink', 'events/s', 'missing', 'memory growth MiB'],
      [
        ...kinds.map(([name, one]) => rowOf(name, one)),
        rowOf('http, again', alone),
        rowOf(`http beside ${hangingSinks} sinks that hang`, beside),
        rowOf(`http, a backlog of ${events}`, backlog),
      ],
    ),
    '',
    `At ${perSecond} events/s the lag from publishing to the receiver is ${lag.p50.toFixed(0)} ms (p50) and ${lag.p99.toFixed(0)} ms (p99). ` +
      `Beside sinks that hang a sink keeps ${(share * 100).toFixed(0)} % of its rate. ` +
      `Claimed: nothing missing, at least ${leastShare * 100} %, and at most ${mostGrowth} MiB for the backlog${holds ? '' : ', which does NOT hold'}.`,
  ].join('\n');
  return { holds, text };
}

/** Measures throughput, delay and memory of sinks of each kind, also beside sinks that hang. */
export async function siem({ events: wanted }: SiemOptions): Promise<boolean> {
  const machine = describeMachine();
  const events = Number(wanted ?? wholeBacklog);
  const stage = await startSiemStage();
  try {
    const { holds, text } = report(events, machine, await measure(stage, events));
    // Results are kept of the full size alone.
    if (events >= wholeBacklog) writeSection('siem', text);
    else console.log(text);
    return holds;
  } finally {
    await stage.stop();
  }
}
