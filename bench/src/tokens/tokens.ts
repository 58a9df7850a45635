import type { Histogram } from '../histogram.ts';
import { describeMachine } from '../machine.ts';
import { median, table, writeSection } from '../report.ts';
import { loginAnalytics, spans } from './login-analytics.ts';
import { loadSignIns } from './password-sign-ins.ts';
import type { SignInLoad } from './password-sign-ins.ts';
import { tokenConnections, loadClientCredentials, loadRefresh } from './token-load.ts';
import type { TokenLoad } from './token-load.ts';
import { startTokenStage } from './token-stage.ts';
import type { TokenEndpoint, TokenStage } from './token-stage.ts';

const seconds = Number(process.env['BENCH_SECONDS'] ?? 20);
const rounds = 3;
const leastRatio = 0.6;
const mostDelay = 1.3;
const analytics = {
  small: 1_000,
  large: Number(process.env['BENCH_SIGN_INS'] ?? 1_000_000),
  rounds: 200,
};

interface Compared {
  name: string;
  platform: TokenLoad[];
  bare: TokenLoad[];
}

/** Loads both in turn, so that whatever else the machine does meets both. */
async function compare(
  name: string,
  stage: TokenStage,
  load: (endpoint: TokenEndpoint) => Promise<TokenLoad>,
): Promise<Compared> {
  const compared: Compared = { name, platform: [], bare: [] };
  for (let round = 0; round < rounds; round += 1)
    for (const which of ['platform', 'bare'] as const)
      compared[which].push(await load(stage[which]));
  return compared;
}

const middle = (loads: readonly TokenLoad[], of: (load: TokenLoad) => number): number =>
  median(loads.map(of));
const rate = ({ perSecond }: TokenLoad): number => perSecond;
const ratioOf = ({ platform, bare }: Compared): number =>
  middle(platform, rate) / middle(bare, rate);
const p99 = ({ latency }: TokenLoad): number => latency.at(99) / 1_000;

const comparedRow = (compared: Compared): string[] => {
  const { name, platform, bare } = compared;
  const micros = (loads: readonly TokenLoad[], of: 'server' | 'store'): string =>
    middle(loads, (load) => load[of]).toFixed(0);
  return [
    name,
    middle(platform, rate).toFixed(0),
    middle(bare, rate).toFixed(0),
    ratioOf(compared).toFixed(2),
    middle(platform, p99).toFixed(1),
    middle(bare, p99).toFixed(1),
    `${micros(platform, 'server')} + ${micros(platform, 'store')}`,
    micros(bare, 'server'),
  ];
};

function grants(compared: readonly Compared[]): string {
  return [
    '### The token endpoint beside a bare `oidc-provider`',
    '',
    `The library with its store in memory, and the hub with PostgreSQL: medians of ${rounds} rounds of ${seconds} s in turn, ${tokenConnections} requests of one client at a time, whose looks at the database the hub shares where no refresh token is redeemed. Both sign access tokens with ES256 and ID tokens with RS256, and rotate refresh tokens.`,
    '',
    table(
      [
        '',
        'hub, tokens/s',
        'library, tokens/s',
        'ratio',
        'hub p99 ms',
        'library p99 ms',
        'hub + PostgreSQL, µs CPU a token',
        'library, µs CPU',
      ],
      compared.map(comparedRow),
    ),
    '',
    `Wanted: a ratio of ${leastRatio} at least.`,
  ].join('\n');
}

const delayOf = ({ aloneMicros, meanwhileMicros }: SignInLoad): number =>
  meanwhileMicros / aloneMicros;

function signIns(load: SignInLoad): string {
  const cpu = Object.entries(load.cpu).map(([name, micros]) => `${name} ${micros.toFixed(0)}`);
  return [
    '### Sign-ins with passwords',
    '',
    'Argon2id with 19 MiB, 2 passes and 1 lane; a sign-in is every page from the authorization request to the tokens.',
    '',
    table(
      ['', 'measured'],
      [
        ['sign-ins a second', load.perSecond.toFixed(1)],
        ['p50, p99 of a sign-in, ms', `${load.p50Ms.toFixed(0)}, ${load.p99Ms.toFixed(0)}`],
        ['processor time a sign-in, µs', cpu.join(', ')],
        [
          `p99 of ${load.tokensPerSecond.toFixed(0)} client credentials a second, ms`,
          (load.aloneMicros / 1_000).toFixed(1),
        ],
        [
          `the same beside ${load.pacePerSecond.toFixed(1)} sign-ins a second, ms`,
          (load.meanwhileMicros / 1_000).toFixed(1),
        ],
      ],
    ),
    '',
    `The 99th percentile grows by a factor of ${delayOf(load).toFixed(2)}; wanted: at most ${mostDelay}.`,
  ].join('\n');
}

function analyticsOf(counts: readonly number[], measured: readonly Histogram[][]): string {
  const milliseconds = (latency: Histogram | undefined, percent: number): string =>
    ((latency?.at(percent) ?? 0) / 1_000).toFixed(1);
  return [
    '### Login analytics',
    '',
    table(
      ['', ...spans.flatMap((span) => [`${span} days, p50 ms`, 'p99 ms'])],
      counts.map((count, i) => [
        `${count} sign-ins`,
        ...(measured[i] ?? []).flatMap((of) => [milliseconds(of, 50), milliseconds(of, 99)]),
      ]),
    ),
  ].join('\n');
}

async function measureGrants(stage: TokenStage): Promise<Compared[]> {
  const families = new Map<TokenEndpoint, string[]>();
  for (const endpoint of [stage.platform, stage.bare]) {
    const tokens: string[] = [];
    while (tokens.length < tokenConnections) tokens.push(await endpoint.newRefreshToken());
    families.set(endpoint, tokens);
  }
  // Nobody is measured cold.
  for (const endpoint of families.keys()) {
    await loadClientCredentials(endpoint, seconds / 4);
    await loadRefresh(endpoint, families.get(endpoint)!, seconds / 4);
  }
  return [
    await compare('client credentials', stage, (endpoint) =>
      loadClientCredentials(endpoint, seconds),
    ),
    await compare('refresh', stage, (endpoint) =>
      loadRefresh(endpoint, families.get(endpoint)!, seconds),
    ),
  ];
}

/** Tokens and sign-ins: what state in PostgreSQL costs, what passwords cost the others, and analytics of many sign-ins. */
export async function tokens(): Promise<boolean> {
  const machine = describeMachine();
  const stage = await startTokenStage();
  try {
    const compared = await measureGrants(stage);
    const [clientCredentials] = compared;
    const tokensPerSecond = middle(clientCredentials!.platform, rate) / 4;
    const people = await loadSignIns(stage, { seconds, tokensPerSecond });
    const counts = [analytics.small, analytics.large];
    const measured: Histogram[][] = [];
    for (const [i, count] of counts.entries())
      measured.push(
        await loginAnalytics(stage, stage.tenants[i]!, {
          signIns: count,
          rounds: analytics.rounds,
        }),
      );
    writeSection(
      'tokens',
      [
        '## Tokens and sign-ins',
        '',
        `${machine}. The whole platform and the load on one machine.`,
        '',
        grants(compared),
        '',
        signIns(people),
        '',
        analyticsOf(counts, measured),
      ].join('\n'),
    );
    return compared.every((one) => ratioOf(one) >= leastRatio) && delayOf(people) <= mostDelay;
  } finally {
    await stage.stop();
  }
}
