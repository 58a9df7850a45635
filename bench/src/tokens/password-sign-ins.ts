import { availableParallelism, cpus } from 'node:os';
import { newHistogram } from '../histogram.ts';
import { latencyAt } from '../load.ts';
import { paced } from '../paced.ts';
import { clientCredentials, tokenConnections } from './token-load.ts';
import type { TokenStage } from './token-stage.ts';

/** Processor time of a machine so far, in seconds over all of its cores. */
interface MachineTime {
  busy: number;
  total: number;
}

/** Reads the processor time of this machine, over all processes. */
function machineTime(): MachineTime {
  const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);
  const times = cpus().map(({ times: one }) => one);
  const total = sum(times.flatMap((one) => Object.values(one))) / 1_000;
  return { total, busy: total - sum(times.map(({ idle }) => idle)) / 1_000 };
}

/** The share of this machine that was free since `before`, from 0 to 1. */
function freeSince(before: MachineTime): number {
  const now = machineTime();
  return 1 - (now.busy - before.busy) / (now.total - before.total);
}

const atOnce = 8;
/** What sign-ins at a fixed rate leave of the machine. */
const freeShare = 1 / 3;
const processes = ['hub', 'identity-facade', 'directory', 'postgres'] as const;

/** The token endpoint beside sign-ins. */
export interface TokensBeside {
  signInsPerSecond: number;
  /** 99th percentile, in microseconds. */
  p99Micros: number;
  /** Of the machine, from 0 to 1. */
  free: number;
}

/** Sign-ins with passwords, and what they do to clients that ask for tokens meanwhile. */
export interface SignInLoad {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Microseconds of processor time a sign-in. */
  cpu: Record<(typeof processes)[number], number>;
  tokensPerSecond: number;
  alone: TokensBeside;
  /** As many sign-ins a second as leave a third of the machine free. */
  steady: TokensBeside;
  /** As many as there can be. */
  saturated: TokensBeside;
}

/** Signs people in, one after the other. */
function signingIn(stage: TokenStage, people: readonly string[]): () => Promise<number> {
  let n = 0;
  return async () => {
    const since = performance.now();
    await stage.signIn(people[n++ % people.length]!);
    return performance.now() - since;
  };
}

/** Sign-ins in a closed loop. */
async function closedLoop(signIn: () => Promise<number>, seconds: number) {
  const latency = newHistogram();
  const begun = performance.now();
  const client = async (): Promise<void> => {
    while (performance.now() < begun + seconds * 1_000) latency.add((await signIn()) * 1_000);
  };
  await Promise.all(Array.from({ length: atOnce }, client));
  return { latency, perSecond: latency.count / ((performance.now() - begun) / 1_000) };
}

/** The cost of a sign-in, and the maximum rate. */
async function costOf(stage: TokenStage, signIn: () => Promise<number>, seconds: number) {
  const machine = machineTime();
  const before = stage.cpuOf(processes);
  const { latency, perSecond } = await closedLoop(signIn, seconds);
  const after = stage.cpuOf(processes);
  const cpu = processes.map((name, i) => [name, (after[i]! - before[i]!) / latency.count] as const);
  const cores = (machineTime().busy - machine.busy) / seconds;
  return {
    perSecond,
    p50Ms: latency.at(50) / 1_000,
    p99Ms: latency.at(99) / 1_000,
    cpu: Object.fromEntries(cpu) as SignInLoad['cpu'],
    /** Seconds of the machine, everything counted. */
    machineSeconds: cores / perSecond,
  };
}

/** Client credentials at a fixed rate, while `meanwhile` signs people in; it returns how many a second. */
async function tokensBeside(
  stage: TokenStage,
  { seconds, tokensPerSecond }: { seconds: number; tokensPerSecond: number },
  meanwhile: () => Promise<number>,
): Promise<TokensBeside> {
  const bytes = clientCredentials(stage.platform);
  const machine = machineTime();
  const [signInsPerSecond, { errors, latency }] = await Promise.all([
    meanwhile(),
    latencyAt(tokensPerSecond, {
      port: stage.platform.port,
      request: () => bytes,
      connections: tokenConnections,
      seconds,
    }),
  ]);
  if (errors > 0) throw new Error('requests of client credentials failed');
  return { signInsPerSecond, p99Micros: latency.at(99), free: freeSince(machine) };
}

async function atPace(
  signIn: () => Promise<number>,
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<number> {
  const { failures } = await paced(signIn, { perMinute: perSecond * 60, minutes: seconds / 60 });
  if (failures.length > 0) throw failures[0]!;
  return perSecond;
}

/** See {@link SignInLoad}. `tokensPerSecond`: the rate at which clients ask for tokens. */
export async function loadSignIns(
  stage: TokenStage,
  { seconds, tokensPerSecond }: { seconds: number; tokensPerSecond: number },
): Promise<SignInLoad> {
  const people: string[] = [];
  while (people.length < 2 * atOnce) people.push(await stage.person());
  const signIn = signingIn(stage, people);
  // Nobody is measured cold.
  await closedLoop(signIn, seconds / 2);
  const { machineSeconds, ...cost } = await costOf(stage, signIn, seconds);
  const load = { seconds, tokensPerSecond };
  const alone = await tokensBeside(stage, load, async () => 0);
  const spare = (alone.free - freeShare) * availableParallelism();
  const perSecond = Math.max(0.5, spare / machineSeconds);
  const steady = await tokensBeside(stage, load, () => atPace(signIn, { perSecond, seconds }));
  const saturated = await tokensBeside(
    stage,
    load,
    async () => (await closedLoop(signIn, seconds)).perSecond,
  );
  return { ...cost, tokensPerSecond, alone, steady, saturated };
}
