import type { Histogram } from '../histogram.ts';
import { describeMachine } from '../machine.ts';
import { median, table, writeSection } from '../report.ts';
import { apiTokenReport, areApiTokensCheap, measureApiTokens } from './api-tokens.ts';
import { loginAnalytics, spans } from './login-analytics.ts';
import { tokenConnections, loadClientCredentials, loadRefresh } from './token-load.ts';
import type { TokenLoad } from './token-load.ts';
import { startTokenStage } from './token-stage.ts';
import type { TokenEndpoint, TokenStage } from './token-stage.ts';

const seconds = Number(process.env['BENCH_SECONDS'] ?? 20);
const rounds = 3;
/** Compared with the library that stores its artifacts in PostgreSQL. */
const leastRatio = 0.5;
/** Refreshes at a time. Sixteen clients that wait for their responses cannot keep the machine busy, so the limit does not apply to them. */
const refreshesAtOnce = [16, 64] as const;
const unlimited = `refresh, ${refreshesAtOnce[0]} at a time`;
const analytics = {
  small: 1_000,
  large: Number(process.env['BENCH_SIGN_INS'] ?? 1_000_000),
  rounds: 200,
};

const parties = ['platform', 'bare', 'durable'] as const;
type Party = (typeof parties)[number];
const partyNames: Record<Party, string> = {
  platform: 'hub',
  bare: 'library, store in memory',
  durable: 'library, store in PostgreSQL',
};

interface Compared extends Record<Party, TokenLoad[]> {
  name: string;
}

/** Loads all in turn, so that whatever else the machine does meets all of them. Nobody is measured cold. */
async function compare(
  name: string,
  stage: TokenStage,
  load: (endpoint: TokenEndpoint, time: number) => Promise<TokenLoad>,
): Promise<Compared> {
  const compared: Compared = { name, platform: [], bare: [], durable: [] };
  for (const party of parties) await load(stage[party], seconds / 4);
  for (let round = 0; round < rounds; round += 1)
    for (const party of parties) compared[party].push(await load(stage[party], seconds));
  return compared;
}

const middle = (loads: readonly TokenLoad[], of: (load: TokenLoad) => number): number =>
  median(loads.map(of));
const rate = ({ perSecond }: TokenLoad): number => perSecond;
const ratioOf = (compared: Compared, party: Party): number =>
  middle(compared.platform, rate) / middle(compared[party], rate);
const p99 = ({ latency }: TokenLoad): number => latency.at(99) / 1_000;

const comparedRows = (compared: Compared): string[][] =>
  parties.map((party) => {
    const loads = compared[party];
    const micros = (of: 'server' | 'store'): string => middle(loads, (load) => load[of]).toFixed(0);
    return [
      party === 'platform' ? compared.name : '',
      partyNames[party],
      middle(loads, rate).toFixed(0),
      party === 'platform' ? '' : ratioOf(compared, party).toFixed(2),
      middle(loads, p99).toFixed(1),
      micros('server'),
      party === 'bare' ? '' : micros('store'),
    ];
  });

function grants(compared: readonly Compared[]): string {
  return [
    '### The token endpoint beside a bare `oidc-provider`',
    '',
    `Medians of ${rounds} rounds of ${seconds} s in turn, requests of one client, client credentials over ${tokenConnections} connections, and each refresh with a family of tokens of its own. All sign access tokens with ES256 and ID tokens with RS256, and rotate refresh tokens. The library in PostgreSQL keeps a row for each artifact in one table, on the same server and as durably as the hub: each statement of its store is prepared, and commits by itself. What the platform does in the background is counted for PostgreSQL, whoever is measured. Besides its store, the hub asks two services before each refresh: whether the user may still sign in, and which scopes the user's roles give.`,
    '',
    table(
      [
        '',
        '',
        'tokens/s',
        "hub's rate to it",
        'p99 ms',
        'server, µs CPU a token',
        'PostgreSQL, µs CPU',
      ],
      compared.flatMap(comparedRows),
    ),
    '',
    `Wanted: at least ${leastRatio} of the rate of the library with its store in PostgreSQL, except for ${unlimited}.`,
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

async function newFamilies(endpoint: TokenEndpoint, count: number): Promise<string[]> {
  const tokens: string[] = [];
  while (tokens.length < count) tokens.push(await endpoint.newRefreshToken());
  return tokens;
}

async function measureGrants(stage: TokenStage): Promise<Compared[]> {
  const compared = [await compare('client credentials', stage, loadClientCredentials)];
  for (const count of refreshesAtOnce) {
    const families = new Map<TokenEndpoint, string[]>();
    for (const party of parties) families.set(stage[party], await newFamilies(stage[party], count));
    compared.push(
      await compare(`refresh, ${count} at a time`, stage, (endpoint, time) =>
        loadRefresh(endpoint, families.get(endpoint)!, time),
      ),
    );
  }
  return compared;
}

/** What state in PostgreSQL costs the token endpoint, and analytics of many sign-ins. */
export async function tokens(): Promise<boolean> {
  const machine = describeMachine();
  const stage = await startTokenStage();
  try {
    const compared = await measureGrants(stage);
    const apiTokens = await measureApiTokens(stage, { seconds, rounds });
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
        apiTokenReport(apiTokens),
        '',
        analyticsOf(counts, measured),
      ].join('\n'),
    );
    const isFast = compared.every(
      (one) => one.name === unlimited || ratioOf(one, 'durable') >= leastRatio,
    );
    return isFast && areApiTokensCheap(apiTokens);
  } finally {
    await stage.stop();
  }
}
