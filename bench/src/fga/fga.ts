import { newHistogram } from '../histogram.ts';
import type { Histogram } from '../histogram.ts';
import { describeMachine } from '../machine.ts';
import { writeSection } from '../report.ts';
import { driveTuples, perTeam } from './drive.ts';
import { latencies, loads } from './measure.ts';
import type { Effort } from './measure.ts';
import type { Growth, MeasuredRow } from './measured-rows.ts';
import { fillPeer, startPeer } from './peer.ts';
import { measuredOperations } from './questions.ts';
import type { MeasuredOperation, Picks } from './questions.ts';
import { seeded } from './random.ts';
import { startFgaStage } from './stage.ts';
import type { FgaStage } from './stage.ts';
import type { Answerer, MeasuredTarget } from './target.ts';
import { teamTruth } from './truth.ts';
import { fgaReport } from './fga-report.ts';

/** The command line options. */
export interface FgaOptions {
  /** Unrelated tuples of the large tenant. */
  tuples?: string | undefined;
  quick?: boolean | undefined;
  /** Part of the names of the questions that are asked. */
  only?: string | undefined;
  /** URL of an OpenFGA server to compare with, and that of its database to fill it faster. */
  peer?: string | undefined;
  'peer-database'?: string | undefined;
  /** An OpenFGA program to start on the same PostgreSQL server instead. */
  'peer-binary'?: string | undefined;
}

const full = { tuples: 1_000_000, small: 10_000 };
const coreTeams = 40;
const whole: Effort = {
  rounds: 1_000,
  engineRounds: 5_000,
  warmUpRounds: 100,
  patienceMillis: 60_000,
  leastRounds: 200,
  loadRounds: 2,
  loadSeconds: 3,
  connections: 16,
};
const brief: Effort = {
  rounds: 200,
  engineRounds: 1_000,
  warmUpRounds: 50,
  patienceMillis: 15_000,
  leastRounds: 50,
  loadRounds: 1,
  loadSeconds: 1,
  connections: 16,
};

const say = (line: string): void =>
  console.error(`${new Date().toISOString().slice(11, 19)} ${line}`);
const millis = (kept: Histogram, percent: number): string => (kept.at(percent) / 1000).toFixed(2);

/** Pairs of teams with this many tuples, in addition to those for questions of growth. */
const teamsFor = (tuples: number): number =>
  coreTeams + 2 * Math.round(tuples / perTeam.tuples / 2);

async function fillTenant(stage: FgaStage, slug: string, tuples: number) {
  const server = await stage.tenant(slug, 'uncached');
  const model = await server.writeModel();
  const rate = await server.import(driveTuples(teamsFor(tuples)));
  say(`${slug}: ${rate.tuples} tuples imported, ${rate.perSecond.toFixed(0)}/s`);
  return { server, model, rate };
}

async function withPeer(
  options: FgaOptions,
  stage: FgaStage,
  model: Record<string, unknown>,
  teams: number,
) {
  const { peer, 'peer-binary': binary } = options;
  if (peer === undefined && binary === undefined) return undefined;
  const started = binary === undefined ? undefined : await startPeer(binary, stage.serverUrl);
  try {
    const server = await fillPeer({
      url: started?.url ?? (peer as string),
      databaseUrl: started?.databaseUrl ?? options['peer-database'],
      model,
      tuples: driveTuples(teams),
    });
    say('the peer is filled');
    return {
      server,
      async stop() {
        server.close();
        await started?.stop();
      },
    };
  } catch (error) {
    await started?.stop();
    throw error;
  }
}

/** Code that has not run for a second is slow, whatever is asked first. */
async function warmUp(
  wanted: readonly MeasuredOperation[],
  engine: Answerer,
  targets: readonly MeasuredTarget[],
  teams: number,
  effort: Effort,
): Promise<void> {
  const truth = teamTruth();
  for (const operation of wanted) {
    const ask = operation.ask({ teams, choice: 'uniform', random: seeded(0), truth });
    await latencies([engine], ask, effort);
    await loads(targets, ask, { ...effort, loadRounds: 1, loadSeconds: 1 });
  }
  say('warm');
}

async function measureRows(
  wanted: readonly MeasuredOperation[],
  {
    engine,
    uncached,
    cached,
    peers,
  }: {
    engine: Answerer;
    uncached: MeasuredTarget;
    cached: MeasuredTarget;
    /** The OpenFGA API of the process without a cache, and an OpenFGA server. */
    peers: readonly MeasuredTarget[];
  },
  teams: number,
  effort: Effort,
): Promise<MeasuredRow[]> {
  const truth = teamTruth();
  const kinds = wanted.flatMap((operation) =>
    operation.choices.map((choice) => ({ operation, choice })),
  );
  const askOf = ({ operation, choice }: (typeof kinds)[number], n: number) =>
    operation.ask({ teams, choice, random: seeded(n + 1), truth } satisfies Picks);
  // First and separately: a peer's database keeps working for a while on questions that the peer has given up.
  const engines: Histogram[] = [];
  for (const [n, kind] of kinds.entries())
    engines.push(
      ...(await latencies([engine], askOf(kind, n), { ...effort, rounds: effort.engineRounds })),
    );
  const rows: MeasuredRow[] = [];
  for (const [n, kind] of kinds.entries()) {
    const { operation, choice } = kind;
    const ask = askOf(kind, n);
    const alone = engines[n] as Histogram;
    const latency = await latencies([uncached, cached], ask, effort);
    const beside = peers.length > 0 ? await latencies([uncached, ...peers], ask, effort) : [];
    const load = await loads([uncached, cached, ...peers], ask, effort);
    rows.push({ operation, choice, engine: alone, latency, beside, load });
    say(
      `${operation.name}, ${choice}: ${[alone, ...latency, ...beside].map((l) => `${millis(l, 50)} ${millis(l, 99)}`).join(' | ')} ms; ${load.map((l) => l.perSecond.toFixed(0)).join(' | ')} /s`,
    );
  }
  return rows;
}

async function measureGrowth(
  wanted: readonly MeasuredOperation[],
  [small, large]: readonly [MeasuredTarget, MeasuredTarget],
  effort: Effort,
): Promise<Growth[]> {
  const rows: Growth[] = [];
  const truth = teamTruth();
  for (const operation of wanted) {
    const ask = operation.ask({
      teams: coreTeams,
      choice: 'uniform',
      random: seeded(1_000 + rows.length),
      truth,
    });
    const [ofSmall = newHistogram(), ofLarge = newHistogram()] = await latencies(
      [small, large],
      ask,
      effort,
    );
    rows.push({ operation, small: ofSmall, large: ofLarge });
    say(`${operation.name}: ${millis(ofSmall, 50)} → ${millis(ofLarge, 50)} ms`);
  }
  return rows;
}

/** Checks and listings over a million tuples, what they grow by, and how they compare with another server. */
export async function benchFga(options: FgaOptions = {}): Promise<boolean> {
  const machine = describeMachine();
  const tuples = Number(options.tuples ?? (options.quick ? 100_000 : full.tuples));
  const few = Math.min(full.small, tuples / 10);
  const effort = options.quick ? brief : whole;
  const wanted = measuredOperations.filter(({ name }) => name.includes(options.only ?? ''));
  const stage = await startFgaStage();
  const stops: (() => unknown)[] = [() => stage.stop()];
  try {
    const small = await fillTenant(stage, 'small', few);
    const large = await fillTenant(stage, 'large', tuples);
    const cached = await stage.tenant('large', 'cached');
    const engine = stage.engine('large');
    stops.unshift(small.server.close, large.server.close, cached.close, engine.close);
    const peer = await withPeer(options, stage, large.model, teamsFor(tuples));
    const peers = peer ? [await stage.openfga('large'), peer.server] : [];
    if (peer) stops.unshift(peer.stop, () => peers[0]?.close());
    const bytesPerTuple = await stage.vacuum();
    await warmUp(wanted, engine, [large.server, cached, ...peers], teamsFor(tuples), effort);
    const growth = await measureGrowth(wanted, [small.server, large.server], effort);
    const rows = await measureRows(
      wanted,
      { engine, uncached: large.server, cached, peers },
      teamsFor(tuples),
      effort,
    );
    const { text, peerText, holds } = fgaReport({
      machine,
      tuples,
      few,
      total: large.rate.tuples,
      effort,
      rate: large.rate,
      bytesPerTuple,
      rows,
      growth,
      hasPeer: peer !== undefined,
    });
    const isWhole = tuples === full.tuples && !options.quick && options.only === undefined;
    for (const [section, said] of [
      ['fga', text],
      ['fga-peer', peerText],
    ] as const) {
      if (said === undefined) continue;
      if (isWhole) writeSection(section, said);
      else console.log(said);
    }
    return holds;
  } finally {
    for (const stop of stops) await stop();
  }
}
