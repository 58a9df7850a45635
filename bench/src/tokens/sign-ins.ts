import { describeMachine } from '../machine.ts';
import { table, writeSection } from '../report.ts';
import { loadSignIns } from './password-sign-ins.ts';
import type { SignInLoad, TokensBeside } from './password-sign-ins.ts';
import { loadClientCredentials } from './token-load.ts';
import { startTokenStage } from './token-stage.ts';

const seconds = Number(process.env['BENCH_SECONDS'] ?? 20);
const mostDelay = 1.3;

const factorOf = ({ alone }: SignInLoad, beside: TokensBeside): number =>
  beside.p99Micros / alone.p99Micros;

function costs({ perSecond, p50Ms, p99Ms, cpu }: SignInLoad): string {
  const micros = Object.entries(cpu).map(([name, each]) => `${name} ${each.toFixed(0)}`);
  return table(
    ['8 sign-ins at a time', 'measured'],
    [
      ['sign-ins a second', perSecond.toFixed(1)],
      ['p50, p99 of a sign-in, ms', `${p50Ms.toFixed(0)}, ${p99Ms.toFixed(0)}`],
      ['processor time a sign-in, µs', micros.join(', ')],
    ],
  );
}

function besides(load: SignInLoad): string {
  const row = (name: string, beside: TokensBeside): string[] => [
    name,
    beside.signInsPerSecond.toFixed(1),
    `${(beside.free * 100).toFixed(0)} %`,
    (beside.p99Micros / 1_000).toFixed(1),
    factorOf(load, beside).toFixed(2),
  ];
  return table(
    [
      `${load.tokensPerSecond.toFixed(0)} client credentials a second`,
      'sign-ins a second',
      'of the machine free',
      'p99 ms',
      'factor',
    ],
    [
      row('alone', load.alone),
      row('beside sign-ins at a fixed rate', load.steady),
      row('beside 8 sign-ins at a time', load.saturated),
    ],
  );
}

/** Measures the cost of a sign-in with a password, and the effect of sign-ins on concurrent token requests. */
export async function signIns(): Promise<boolean> {
  const machine = describeMachine();
  const stage = await startTokenStage();
  try {
    const { perSecond } = await loadClientCredentials(stage.platform, seconds / 4);
    const load = await loadSignIns(stage, { seconds, tokensPerSecond: perSecond / 4 });
    writeSection(
      'sign-ins',
      [
        '## Sign-ins with passwords',
        '',
        `${machine}. The whole platform and the load on one machine. Argon2id with 19 MiB, 2 passes and 1 lane; a sign-in is every page from the authorization request to the tokens, in a browser that the person has not used before.`,
        '',
        costs(load),
        '',
        'Clients ask for tokens at a fixed rate, and each request is measured from when it was due. Sign-ins at a fixed rate are meant to leave a third of the machine free. With 8 at a time, each followed by the next, they use whatever is left of it: then every request waits for a processor, whatever the hub does.',
        '',
        besides(load),
        '',
        `Wanted: a factor of at most ${mostDelay} at a fixed rate.`,
      ].join('\n'),
    );
    return factorOf(load, load.steady) <= mostDelay;
  } finally {
    await stage.stop();
  }
}
