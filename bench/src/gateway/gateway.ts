import { latencyAt, requestBytes, throughput } from '../load.ts';
import { processorMs } from '@platform/dev/start-progress';
import { describeMachine, moveToCpu } from '../machine.ts';
import { median, table, writeSection } from '../report.ts';
import { loadCpu, startGatewayStage } from './stage.ts';
import type { ProxyProcess } from './stage.ts';

const rounds = 5;
/** Code is compiled by then, on a busy machine too. */
const warmUp = { seconds: 20, maxRequests: 20_000 };
const throughputSeconds = 3;
const latencySeconds = 4;
const connections = 32;
const rate = 1_000;
/** How much the gateway may add at this rate, in microseconds. */
const most = { p50: 500, p99: 5_000 };
/** Its throughput, at least, against the bare proxy's. */
const leastRatio = 0.8;

interface Round {
  perSecond: number;
  cpuMicros: number;
  busyP50: number;
  busyP99: number;
  p50: number;
  p99: number;
  errors: number;
}

async function runRound({ port, pid }: ProxyProcess, request: () => Buffer): Promise<Round> {
  const before = processorMs(pid);
  const busy = await throughput({ port, request, connections, seconds: throughputSeconds });
  const cpuMicros = ((processorMs(pid) - before) * 1e3) / busy.requests;
  const calm = await latencyAt(rate, { port, request, connections, seconds: latencySeconds });
  return {
    perSecond: busy.perSecond,
    cpuMicros,
    busyP50: busy.latency.at(50),
    busyP99: busy.latency.at(99),
    p50: calm.latency.at(50),
    p99: calm.latency.at(99),
    errors: busy.errors + calm.errors,
  };
}

const millis = (micros: number): string => (micros / 1000).toFixed(2);

function report(
  machine: string,
  isPinned: boolean,
  targets: readonly ProxyProcess[],
  results: ReadonlyMap<string, Round[]>,
): boolean {
  const middle = (name: string, value: keyof Round): number =>
    median(results.get(name)!.map((round) => round[value]));
  const ratio = (name: string, value: keyof Round): number =>
    median(
      results
        .get(name)!
        .map((round, i) => round[value] / results.get('http-proxy-middleware')![i]![value]),
    );
  const added = (over: string, value: 'p50' | 'p99'): number =>
    median(results.get('gateway')!.map((round, i) => round[value] - results.get(over)![i]![value]));
  const [p50, p99] = [added('upstream, direct', 'p50'), added('upstream, direct', 'p99')];
  const errors = [...results.values()].flat().reduce((sum, round) => sum + round.errors, 0);
  const throughputRatio = ratio('gateway', 'perSecond');
  const holds = throughputRatio >= leastRatio && p50 < most.p50 && p99 < most.p99 && errors === 0;
  writeSection(
    'gateway',
    [
      '## gateway',
      '',
      `${machine}. ${isPinned ? 'Each proxy on one CPU, load generator and upstream on the other' : 'Nothing pinned'}; medians of ${rounds} interleaved rounds, ${errors} errors.`,
      '',
      `Closed loop, ${connections} connections; against \`http-proxy-middleware\` with a keep-alive agent and nothing else, round by round:`,
      '',
      table(
        ['', 'requests/s', 'ratio', 'CPU µs/request', 'p50 ms', 'p99 ms'],
        targets.map(({ name }) => [
          name,
          middle(name, 'perSecond').toFixed(0),
          ratio(name, 'perSecond').toFixed(2),
          middle(name, 'cpuMicros').toFixed(0),
          millis(middle(name, 'busyP50')),
          millis(middle(name, 'busyP99')),
        ]),
      ),
      '',
      `Open loop, ${rate} requests/s, each measured from when it was due:`,
      '',
      table(
        ['', 'p50 ms', 'p99 ms'],
        targets.map(({ name }) => [name, millis(middle(name, 'p50')), millis(middle(name, 'p99'))]),
      ),
      '',
      `The gateway adds ${millis(p50)} ms at p50 and ${millis(p99)} ms at p99 to the upstream (allowed: under ${millis(most.p50)} and ${millis(most.p99)}); ` +
        `${millis(added('http-proxy-middleware', 'p50'))} and ${millis(added('http-proxy-middleware', 'p99'))} to the bare proxy. Its throughput is ${throughputRatio.toFixed(2)} of the bare proxy's (at least ${leastRatio}). ${holds ? 'Holds.' : 'DOES NOT HOLD.'}`,
    ].join('\n'),
  );
  return holds;
}

/** Measures the cost of the gateway compared with a bare proxy, and what it adds at 1,000 requests per second. */
export async function gateway(): Promise<boolean> {
  const machine = describeMachine();
  const isPinned = moveToCpu(loadCpu);
  const stage = await startGatewayStage();
  try {
    const bytes = requestBytes({
      path: '/api/v1/directory/users?limit=50',
      headers: {
        authorization: `Bearer ${stage.token}`,
        accept: 'application/json',
        'user-agent': 'bench/1',
      },
    });
    const request = (): Buffer => bytes;
    const targets = [stage.direct, stage.bare, stage.undici, stage.gateway];
    for (const { name, port } of targets) {
      const { requests, errors } = await throughput({ port, request, connections, ...warmUp });
      if (errors > requests) throw new Error(`${name} refuses what it is sent`);
    }
    const results = new Map<string, Round[]>(targets.map(({ name }) => [name, []]));
    for (let round = 0; round < rounds; round++) {
      for (const target of targets) {
        const measured = await runRound(target, request);
        results.get(target.name)!.push(measured);
        console.error(
          `round ${round + 1} ${target.name}: ${measured.perSecond.toFixed(0)}/s, ${measured.cpuMicros.toFixed(0)} µs CPU, p50 ${millis(measured.p50)} p99 ${millis(measured.p99)} ms at ${rate}/s, ${measured.errors} errors`,
        );
      }
    }
    return report(machine, isPinned, targets, results);
  } finally {
    await stage.stop();
  }
}
