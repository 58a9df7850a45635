import { newHistogram } from '../histogram.ts';
import { latencyAt } from '../load.ts';
import { paced } from '../paced.ts';
import { clientCredentials, tokenConnections } from './token-load.ts';
import type { TokenStage } from './token-stage.ts';

const atOnce = 8;
/** Which share of what it can do the platform is kept busy with while its token endpoint is measured. */
const shareOfPace = 0.5;
const processes = ['hub', 'identity-facade', 'directory', 'postgres'] as const;

/** Sign-ins with passwords, and what they do to clients that ask for tokens meanwhile. */
export interface SignInLoad {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Microseconds of processor time a sign-in. */
  cpu: Record<(typeof processes)[number], number>;
  tokensPerSecond: number;
  pacePerSecond: number;
  /** 99th percentile of the token endpoint, in microseconds. */
  aloneMicros: number;
  meanwhileMicros: number;
}

/** Sign-ins in a closed loop. */
async function closedLoop(stage: TokenStage, people: readonly string[], seconds: number) {
  const latency = newHistogram();
  const before = stage.cpuOf(processes);
  const begun = performance.now();
  let n = 0;
  const client = async (): Promise<void> => {
    while (performance.now() < begun + seconds * 1_000) {
      const since = performance.now();
      await stage.signIn(people[n++ % people.length]!);
      latency.add((performance.now() - since) * 1_000);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, client));
  const perSecond = latency.count / ((performance.now() - begun) / 1_000);
  const after = stage.cpuOf(processes);
  const cpu = processes.map((name, i) => [name, (after[i]! - before[i]!) / latency.count] as const);
  return { latency, perSecond, cpu: Object.fromEntries(cpu) as SignInLoad['cpu'] };
}

/** See {@link SignInLoad}. `tokensPerSecond`: the rate at which clients ask for tokens. */
export async function loadSignIns(
  stage: TokenStage,
  { seconds, tokensPerSecond }: { seconds: number; tokensPerSecond: number },
): Promise<SignInLoad> {
  const people: string[] = [];
  while (people.length < 2 * atOnce) people.push(await stage.person());
  const { latency, perSecond, cpu } = await closedLoop(stage, people, seconds);
  const pacePerSecond = perSecond * shareOfPace;
  const bytes = clientCredentials(stage.platform);
  const tokens = () =>
    latencyAt(tokensPerSecond, {
      port: stage.platform.port,
      request: () => bytes,
      connections: tokenConnections,
      seconds,
    });
  const alone = await tokens();
  let n = 0;
  const one = async (): Promise<number> => {
    const since = performance.now();
    await stage.signIn(people[n++ % people.length]!);
    return performance.now() - since;
  };
  const [{ failures }, meanwhile] = await Promise.all([
    paced(one, { perMinute: pacePerSecond * 60, minutes: seconds / 60 }),
    tokens(),
  ]);
  if (failures.length > 0) throw failures[0]!;
  if (alone.errors + meanwhile.errors > 0) throw new Error('requests of client credentials failed');
  return {
    perSecond,
    p50Ms: latency.at(50) / 1_000,
    p99Ms: latency.at(99) / 1_000,
    cpu,
    tokensPerSecond,
    pacePerSecond,
    aloneMicros: alone.latency.at(99),
    meanwhileMicros: meanwhile.latency.at(99),
  };
}
