import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withClient } from '@platform/dev/postgres';
import { builtInFlow, loginFlowTemplates } from '@platform/login-flow';
import { loginHub } from './login-hub.ts';
import type { LoginHub, TestBrowser } from './login-hub.ts';

const password = 'correct horse battery staple';
const totp = '135790';

let hub: LoginHub;
beforeAll(async () => {
  hub = await loginHub();
  hub.around.identityFacade.setExperience('', { definition: passwordFlow('done') });
});
afterAll(() => hub.stop());

/** A flow with identifier and password, then the step `next`: one of `more`, or the end. */
const passwordFlow = (next: string, more: { id: string }[] = [], settings: object = {}) => ({
  ...builtInFlow,
  settings: { ...builtInFlow.settings, ...settings },
  entrypoints: { default: 'who' },
  steps: [
    { id: 'who', type: 'identify', config: { identifiers: ['email'] }, on: { found: 'password' } },
    {
      id: 'password',
      type: 'authenticate',
      config: { role: 'first', methods: ['password'], maxAttempts: 10 },
      on: { success: next },
    },
    ...more,
    { id: 'done', type: 'complete' },
  ],
});

const published = (subjectId: string, type = 'user.sign_in_failed') =>
  withClient(hub.around.database.url, async (client) => {
    const { rows } = await client.query<{ data: any }>(
      `SELECT envelope->'data'->'data' AS data FROM hub.outbox
       WHERE envelope->>'type' = $1 AND envelope->'data'->'subject'->>'id' = $2 ORDER BY position`,
      [type, subjectId],
    );
    return rows.map(({ data }) => data);
  });

/** Starts a login with this flow at its own application, up to the page after the password. */
async function passwordGiven(
  email: string,
  {
    client,
    cookies,
    given = password,
  }: { client?: string; cookies?: Map<string, string>; given?: string },
): Promise<[TestBrowser, string]> {
  const uid = hub.request(client === undefined ? {} : { client: { ...hub.client, id: client } });
  const browser = hub.browser(uid, cookies);
  await browser.get();
  await browser.submit('identify', { identifier: email });
  await browser.submit('prove', { password: given });
  return [browser, uid];
}

// Runs first, because failures in the other tests raise the risk of the address that all tests share.
describe('a flow that asks for the risk', () => {
  beforeAll(() => {
    const definition = loginFlowTemplates.find(({ id }) => id === 'adaptive_mfa')?.definition;
    hub.around.identityFacade.setExperience('adaptive', { definition: definition as object });
  });
  const isAskedForCode = ({ page }: TestBrowser) =>
    page?.text.includes('autocomplete="one-time-code"') === true;

  it('asks for one factor in a known browser, and for two in others or after failed attempts', async () => {
    hub.person('lea@example.com', { password, totp });
    const adaptive = { client: 'adaptive' };
    const [home, first] = await passwordGiven('lea@example.com', adaptive);
    expect(isAskedForCode(home)).toBe(true);
    await home.submit('prove', { code: totp });
    expect(hub.outcomes.get(first)).toMatchObject({ kind: 'finished', login: { acr: 'aal2' } });
    const { cookies } = home;
    const [, second] = await passwordGiven('lea@example.com', { ...adaptive, cookies });
    expect(hub.outcomes.get(second)).toMatchObject({ kind: 'finished', login: { acr: 'aal1' } });
    const [elsewhere] = await passwordGiven('lea@example.com', adaptive);
    expect(isAskedForCode(elsewhere)).toBe(true);
    // After wrong guesses, the correct password needs a second factor, even in a known browser.
    const [guesser] = await passwordGiven('lea@example.com', { ...adaptive, given: 'guess 1' });
    for (const guess of ['guess 2', 'guess 3']) await guesser.submit('prove', { password: guess });
    const [again] = await passwordGiven('lea@example.com', { ...adaptive, cookies });
    expect(isAskedForCode(again)).toBe(true);
  });
});

describe('wrong credentials', () => {
  it('are published with their step, method and reason', async () => {
    const userId = hub.person('hal@example.com', { password });
    const uid = hub.request();
    const browser = hub.browser(uid);
    await browser.get();
    await browser.submit('identify', { identifier: 'hal@example.com' });
    await browser.submit('prove', { password: 'wrong' });
    hub.around.identityFacade.lock(userId, 60_000);
    await browser.submit('prove', { password });
    const common = {
      loginId: uid,
      step: 'password',
      method: 'password',
      clientId: 'ledger',
      userId,
    };
    expect(await published(userId, 'user.sign_in_failed')).toMatchObject([
      { ...common, user: { id: userId }, reason: 'invalid_credentials' },
      { ...common, reason: 'locked_out' },
    ]);
  });

  it('contain the application if the identifier is unknown', async () => {
    const uid = hub.request({ client: { ...hub.client, id: 'nobody-here' } });
    const browser = hub.browser(uid);
    await browser.get();
    await browser.submit('identify', { identifier: 'nobody@example.com' });
    await browser.submit('prove', { password });
    const [event] = await published('nobody-here', 'user.sign_in_failed');
    expect(event).toMatchObject({ reason: 'user_not_found', loginId: uid, userId: null });
    expect(event).not.toHaveProperty('user');
  });

  it('block sign-ins after twenty failures in ten minutes, and report it once', async () => {
    /** Causes 21 failures of one user. Returns which of them report a block, and whether all were in one window. */
    async function failuresOf(email: string) {
      const userId = hub.person(email, { password });
      const windowNow = () => Math.floor(Date.now() / 600_000);
      const before = windowNow();
      for (let login = 0; login < 3; login += 1) {
        const browser = hub.browser(hub.request());
        await browser.get();
        await browser.submit('identify', { identifier: email });
        for (let attempt = 0; attempt < 7; attempt += 1)
          await browser.submit('prove', { password: `wrong ${attempt}` });
      }
      const events = await published(userId, 'user.sign_in_failed');
      const blocking = events.flatMap(({ loginBlocked }, index) => (loginBlocked ? [index] : []));
      return { count: events.length, blocking, isOneWindow: before === windowNow() };
    }
    const first = await failuresOf('ivo@example.com');
    const seen = first.isOneWindow ? first : await failuresOf('jan@example.com');
    expect(seen).toEqual({ count: 21, blocking: [19], isOneWindow: true });
  });
});

describe('a login that its flow denies', () => {
  const deny = { id: 'no', type: 'deny', config: { reason: 'access_denied' } };
  const condition = (fact: string, value: unknown, next: string, otherwise: string) => ({
    id: 'where',
    type: 'condition',
    config: { branches: [{ id: 'one', when: { fact, op: 'eq', value }, next }], otherwise },
  });

  it.each<[string, ReturnType<typeof passwordFlow>, object, string]>([
    ['with a deny step', passwordFlow('no', [deny]), {}, 'flow_denied'],
    [
      'with a condition',
      passwordFlow('where', [condition('network.ip', '127.0.0.1', 'no', 'done'), deny]),
      {},
      'flow_denied',
    ],
    [
      'because of a missing second factor',
      passwordFlow('done', [], { minimumAssurance: 'aal2', stepUp: 'off' }),
      {},
      'factor_not_enrolled',
    ],
    [
      'because the user is suspended',
      passwordFlow('done'),
      { status: 'suspended' },
      'user_disabled',
    ],
  ])('%s is a failed sign-in, once', async (name, definition, more, reason) => {
    const email = `${name.replaceAll(' ', '-')}@example.com`;
    const userId = hub.person(email, { password }, more);
    hub.around.identityFacade.setExperience(name, { definition, version: 7 });
    const [browser, uid] = await passwordGiven(email, { client: name });
    // Loading the page again emits no further event.
    await browser.get();
    await browser.get('?leave');
    expect(hub.outcomes.get(uid)).toMatchObject({ kind: 'denied' });
    expect(await published(userId)).toMatchObject([
      { reason, loginId: uid, clientId: name, method: 'password', flowVersion: 7, userId },
    ]);
  });

  it('before the user is identified emits an event about the application', async () => {
    const definition = {
      ...passwordFlow('done', [deny, condition('network.ip', '127.0.0.1', 'no', 'who')]),
      entrypoints: { default: 'where' },
    };
    hub.around.identityFacade.setExperience('closed', { definition });
    const uid = hub.request({ client: { ...hub.client, id: 'closed' } });
    await hub.browser(uid).get();
    const [event, ...others] = await published('closed');
    expect(event).toMatchObject({ reason: 'flow_denied', userId: null, method: null });
    expect(others).toEqual([]);
  });

  it('because of too many wrong credentials emits no event besides those of the failures', async () => {
    const definition = passwordFlow('done');
    const steps = definition.steps.map((step) =>
      step.id === 'password'
        ? { ...step, config: { role: 'first', methods: ['password'], maxAttempts: 2 } }
        : step,
    );
    hub.around.identityFacade.setExperience('strict', { definition: { ...definition, steps } });
    const userId = hub.person('kim@example.com', { password });
    const [browser] = await passwordGiven('kim@example.com', { client: 'strict', given: 'wrong' });
    await browser.submit('prove', { password: 'wrong again' });
    const reasons = (await published(userId)).map(({ reason }) => reason);
    expect(reasons).toEqual(['invalid_credentials', 'invalid_credentials']);
  });
});
