/** Processor time of one request by process, in milliseconds, and what it writes. */
export interface RequestCosts {
  cpuMs: Readonly<Record<string, number>>;
  statements: number;
  walBytes: number;
}

/** An installation at its peak. */
export interface Workload {
  name: string;
  tenants: number;
  users: number;
  /** Requests per second, by the name of the operation. */
  rates: Readonly<Record<string, number>>;
}

/** The work of one process, or of PostgreSQL, at the peak. */
export interface Share {
  process: string;
  /** Busy cores. */
  cores: number;
  /** Pods of one thread each; absent for servers that use more than one core. */
  pods?: number;
}

/** The deployment for a workload. */
export interface Plan {
  shares: Share[];
  statementsPerSecond: number;
  walMegabytesPerSecond: number;
}

/** A pod is busy for this share of its time at the peak: beyond it, waiting grows faster than work. */
const busyShare = 0.6;
/** A pod may be lost at the peak. */
const leastPods = 2;
const manyThreaded = new Set(['postgres', 'nats']);

/** Adds up the costs of all requests. `load`, the client of a measurement, is not deployed. */
export function planOf(
  { rates }: Pick<Workload, 'rates'>,
  costs: Readonly<Record<string, RequestCosts>>,
): Plan {
  const cores: Record<string, number> = {};
  const plan: Plan = { shares: [], statementsPerSecond: 0, walMegabytesPerSecond: 0 };
  for (const [name, perSecond] of Object.entries(rates)) {
    const cost = costs[name];
    if (!cost) throw new Error(`no costs of ${name}`);
    for (const [process, ms] of Object.entries(cost.cpuMs))
      cores[process] = (cores[process] ?? 0) + (ms * perSecond) / 1_000;
    plan.statementsPerSecond += cost.statements * perSecond;
    plan.walMegabytesPerSecond += (cost.walBytes * perSecond) / 1e6;
  }
  plan.shares = Object.entries(cores)
    .filter(([process]) => process !== 'load')
    .map(([process, busy]) => ({
      process,
      cores: busy,
      ...(!manyThreaded.has(process) && {
        pods: Math.max(leastPods, Math.ceil(busy / busyShare)),
      }),
    }));
  return plan;
}

/** Requests per second at the peak of `users`, of which a share signs in once a day, and half of it within two hours. */
export function ratesOf(
  users: number,
  {
    daily,
    tokensPerSignIn,
    checksPerSecond,
  }: { daily: number; tokensPerSignIn: number; checksPerSecond: number },
): Record<string, number> {
  const signIns = (users * daily) / 2 / (2 * 3_600);
  return {
    'sign-in': signIns,
    token: signIns * tokensPerSignIn,
    'user, read': signIns * 2,
    'user, created': users / (365 * 86_400) + signIns / 50,
    check: checksPerSecond,
  };
}
