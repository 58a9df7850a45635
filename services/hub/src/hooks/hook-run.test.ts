import { HookFailed } from '@platform/siblings/hooks';
import type { CallHook } from '@platform/siblings/hooks';
import { silentLog, createMetrics } from '@platform/kit/telemetry';
import type { HookCommandBody } from '@platform/contracts';
import type { InlineHook } from '@platform/protos';
import { afterAll, describe, expect, test } from 'vitest';
import { rateWindows } from '@platform/kit/rate';
import { describable } from './denial.ts';
import { hookBreakers } from './hook-breakers.ts';
import { StageFailed, hookRuns } from './hook-run.ts';
import { withAttribute } from './registration-hooks.ts';

const hook = (id: string, more: Partial<InlineHook> = {}): InlineHook => ({
  id,
  url: `https://${id}.example.com/`,
  headers: {},
  secrets: ['whsec_x'],
  position: 0,
  clientIds: [],
  failureMode: 'closed',
  timeoutMs: 2000,
  ...more,
});

const question = {
  tenantId: 'tnt_1',
  client: { id: 'app', name: null },
  request: { ip: '203.0.113.1', userAgent: '' },
  scopes: ['openid'],
  claims: {},
};

const breakers = hookBreakers();
afterAll(() => breakers.stop());

type Answer = HookCommandBody[] | HookFailed;

function runs(
  hooks: readonly InlineHook[] | Error,
  answers: Record<string, Answer>,
  { perMinute = 0, slowMs = 0 } = {},
) {
  const called: { id: string; timeoutMs: number }[] = [];
  let time = 0;
  const call = (async ({ hookId }, { timeoutMs }) => {
    called.push({ id: hookId, timeoutMs });
    time += slowMs;
    const answer = answers[hookId] ?? [];
    if (answer instanceof HookFailed) throw answer;
    return { commands: answer, ignored: 0 };
  }) as CallHook;
  const run = hookRuns({
    hooksOf: async () => {
      if (hooks instanceof Error) throw hooks;
      return hooks;
    },
    call,
    breakers,
    windows: rateWindows(),
    perMinute,
    log: silentLog,
    metrics: createMetrics('hub'),
    now: () => time,
  });
  return { ...run, called };
}

describe('a hook stage', () => {
  test('calls the hooks of the client in order, and stops at the first denial', async () => {
    const { stage, called } = runs(
      [hook('a'), hook('other', { clientIds: ['else'] }), hook('b'), hook('c')],
      {
        a: [{ type: 'remove_scope', scope: 'x' }],
        b: [{ type: 'deny', message: 'No.' }],
      },
    );
    expect(await stage('token_issue', question)).toEqual({
      denied: { message: 'No.' },
      commands: [{ type: 'remove_scope', scope: 'x' }],
    });
    expect(called.map(({ id }) => id)).toEqual(['a', 'b']);
  });

  test('continues after a hook that fails open, and stops at one that fails closed', async () => {
    const failure = new HookFailed('timeout');
    const open = runs([hook('o', { failureMode: 'open' }), hook('b')], { o: failure });
    expect(await open.stage('token_issue', question)).toEqual({ denied: undefined, commands: [] });
    expect(open.called).toHaveLength(2);
    const closed = runs([hook('f'), hook('b')], { f: failure });
    await expect(closed.stage('token_issue', question)).rejects.toMatchObject({
      reason: 'timeout',
    });
    expect(closed.called).toHaveLength(1);
  });

  test('takes at most five seconds in total', async () => {
    const slow = runs([hook('a'), hook('b'), hook('c')], {}, { slowMs: 2_400 });
    await slow.stage('post_login', question);
    expect(slow.called.map(({ timeoutMs }) => timeoutMs)).toEqual([2000, 2000, 200]);
    const slower = runs([hook('a'), hook('b'), hook('c')], {}, { slowMs: 2_600 });
    await expect(slower.stage('post_login', question)).rejects.toMatchObject({
      reason: 'stage_timeout',
    });
  });

  test('treats calls above the limit of the tenant and stage as failed', async () => {
    const { stage, called } = runs([hook('a')], {}, { perMinute: 1 });
    await stage('token_issue', question);
    await expect(stage('token_issue', question)).rejects.toMatchObject({ reason: 'rate_limited' });
    await stage('client_credentials', question);
    expect(called).toHaveLength(2);
  });

  test('treats a limit of 0 as no limit', async () => {
    const { stage, called } = runs([hook('a')], {}, { perMinute: 0 });
    for (let i = 0; i < 20; i += 1) await stage('token_issue', question);
    expect(called).toHaveLength(20);
  });

  test('denies sign-ins but allows tokens while the hooks cannot be read', async () => {
    const { stage } = runs(new Error('away'), {});
    for (const gate of ['pre_registration', 'post_login'] as const)
      await expect(stage(gate, question)).rejects.toBeInstanceOf(StageFailed);
    for (const tokens of ['token_issue', 'client_credentials'] as const)
      expect((await stage(tokens, question)).denied).toBeUndefined();
  });
});

test('a hook stage is skipped only if it is known to have no hooks', async () => {
  const mayHave = (hooks: readonly InlineHook[] | Promise<readonly InlineHook[]>) =>
    hookRuns({
      hooksOf: () => hooks,
      call: (async () => ({ commands: [], ignored: 0 })) as never,
      breakers,
      windows: rateWindows(),
      perMinute: 0,
      log: silentLog,
      metrics: createMetrics('hub'),
    }).mayHave('tnt_1', 'token_issue');
  expect([
    mayHave([]),
    mayHave([hook('a')]),
    mayHave(Promise.resolve([])),
    mayHave(Promise.reject(new Error('outbound is away'))),
  ]).toEqual([false, true, true, true]);
  // An unhandled rejection would end the process here.
  await new Promise(setImmediate);
});

test('a flow step fails if its hook fails or is unknown, even if the hook fails open', async () => {
  const { step } = runs([hook('a', { failureMode: 'open' })], { a: new HookFailed('http_status') });
  const at = (hookId: string) => step({ hookId, timeoutMs: 100 }, question);
  await expect(at('a')).rejects.toMatchObject({ reason: 'http_status' });
  await expect(at('gone')).rejects.toMatchObject({ reason: 'hooks_unknown' });
});

test.each([
  ['/locale', 'de', { locale: 'de' }],
  ['/metadata/plan/name', 'gold', { metadata: { plan: { name: 'gold' } } }],
  ['/email', 'x@example.com', {}],
  ['/roles', ['admin'], {}],
  ['/__proto__/x', 1, {}],
  ['/metadata/constructor', 1, {}],
])('set_attribute %s to %j on an empty profile returns %j', (path, value, after) => {
  expect(withAttribute({}, path, value)).toEqual(after);
});

test("a hook's message is converted to the characters of an error description", () => {
  expect(describable('Bitte "später"\n')).toBe('Bitte sp ter');
  expect(describable('日本')).toBe('a hook of the tenant denied the request');
});
