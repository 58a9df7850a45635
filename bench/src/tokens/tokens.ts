import type { Histogram } from '../histogram.ts';
import { describeMachine } from '../machine.ts';
import { median, table, writeSection } from '../report.ts';
import { loginAnalytics, spans } from './login-analytics.ts';
import { tokenConnections, loadClientCredentials, loadRefresh } from './token-load.ts';
import type { TokenLoad } from './token-load.ts';
import { startTokenStage } from './token-stage.ts';
import type { TokenEndpoint, TokenStage } from './token-stage.ts';

const seconds = Number(process.env['BENCH_SECONDS'] ?? 20);
const rounds = 3;
const leastRatio = 0.6;
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

/** What state in PostgreSQL costs the token endpoint, and analytics of many sign-ins. */
export async function tokens(): Promise<boolean> {
  const machine = describeMachine();
  const stage = await startTokenStage();
  try {
    const compared = await measureGrants(stage);
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
        '## Tokens',
        '',
        `${machine}. The whole platform and the load on one machine.`,
        '',
        grants(compared),
        '',
        analyticsOf(counts, measured),
      ].join('\n'),
    );
    return compared.every((one) => ratioOf(one) >= leastRatio);
  } finally {
    await stage.stop();
  }
}
