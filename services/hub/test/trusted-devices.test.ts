import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtInFlow } from '@platform/login-flow';
import { loginHub } from './login-hub.ts';
import type { LoginHub, TestBrowser } from './login-hub.ts';

const password = 'correct horse battery staple';
const totp = '135790';
const trusted = { fact: 'device.trusted', op: 'eq', value: true };

/** A flow that asks for a second factor, except in trusted browsers. */
const definition = {
  ...builtInFlow,
  settings: { ...builtInFlow.settings, trustedDeviceSeconds: 30 * 86_400 },
  entrypoints: { default: 'who' },
  steps: [
    { id: 'who', type: 'identify', config: { identifiers: ['email'] }, on: { found: 'password' } },
    {
      id: 'password',
      type: 'authenticate',
      config: { role: 'first', methods: ['password'], maxAttempts: 10 },
      on: { success: 'where' },
    },
    {
      id: 'where',
      type: 'condition',
      config: { branches: [{ id: 'trusted', when: trusted, next: 'done' }], otherwise: 'second' },
    },
    {
      id: 'second',
      type: 'authenticate',
      config: { role: 'second', methods: ['totp'] },
      on: { success: 'done', not_enrolled: 'done' },
    },
    { id: 'done', type: 'complete' },
  ],
};

let hub: LoginHub;
beforeAll(async () => {
  hub = await loginHub();
  hub.around.identityFacade.setExperience('', { definition });
});
afterAll(() => hub.stop());

type Cookies = Map<string, string>;

/** Starts a login in this browser, up to the page after the password. */
async function passwordGiven(email: string, cookies?: Cookies): Promise<[TestBrowser, string]> {
  const uid = hub.request();
  const browser = hub.browser(uid, cookies);
  await browser.get();
  await browser.submit('identify', { identifier: email });
  await browser.submit('prove', { password });
  return [browser, uid];
}

const finished = (uid: string) => {
  const outcome = hub.outcomes.get(uid);
  if (outcome?.kind !== 'finished') throw new Error(`it ended as ${JSON.stringify(outcome)}`);
  return outcome.login;
};

describe('a trusted browser', () => {
  it('is asked only for the password; other browsers are asked for both factors', async () => {
    const userId = hub.person('ada@example.com', { password, totp });
    const [browser, first] = await passwordGiven('ada@example.com');
    expect(browser.page?.text).toContain('Trust this browser for 30 days');
    await browser.submit('prove', { code: totp, trust: 'on' });
    expect(finished(first)).toMatchObject({ userId, acr: 'aal2', event: { newDevice: false } });
    const [, again] = await passwordGiven('ada@example.com', browser.cookies);
    // A trusted browser is not a factor, so the tokens do not claim a second one.
    expect(finished(again)).toMatchObject({ userId, acr: 'aal1', event: { newDevice: false } });
    expect(finished(again).amr).not.toContain('mfa');
    const [elsewhere] = await passwordGiven('ada@example.com');
    expect(elsewhere.page?.text).toContain('autocomplete="one-time-code"');
  });

  it('stays untrusted unless the user chooses to trust it', async () => {
    hub.person('bea@example.com', { password, totp });
    const [browser] = await passwordGiven('bea@example.com');
    await browser.submit('prove', { code: totp });
    const [again] = await passwordGiven('bea@example.com', browser.cookies);
    expect(again.page?.text).toContain('autocomplete="one-time-code"');
  });

  it('is trusted only for the user who chose it', async () => {
    hub.person('cleo@example.com', { password, totp });
    hub.person('dora@example.com', { password, totp });
    const [browser] = await passwordGiven('cleo@example.com');
    await browser.submit('prove', { code: totp, trust: 'on' });
    const [other] = await passwordGiven('dora@example.com', browser.cookies);
    expect(other.page?.text).toContain('autocomplete="one-time-code"');
  });

  it('gets a new cookie when trusted, so that a planted one is useless', async () => {
    hub.person('edda@example.com', { password, totp });
    const planted = 'p'.repeat(43);
    const [browser] = await passwordGiven(
      'edda@example.com',
      new Map([['__Host-device', planted]]),
    );
    await browser.submit('prove', { code: totp, trust: 'on' });
    expect(browser.cookies.get('__Host-device')).toMatch(/^[\w-]{43}$/);
    expect(browser.cookies.get('__Host-device')).not.toBe(planted);
    const [attacker] = await passwordGiven(
      'edda@example.com',
      new Map([['__Host-device', planted]]),
    );
    expect(attacker.page?.text).toContain('autocomplete="one-time-code"');
  });

  it('does not offer trust with a first factor, or if the flow does not use it', async () => {
    hub.person('fay@example.com', { password, totp });
    const uid = hub.request();
    const browser = hub.browser(uid);
    await browser.get();
    await browser.submit('identify', { identifier: 'fay@example.com' });
    expect(browser.page?.text).not.toContain('Trust this browser');
    const steps = definition.steps.map((step) =>
      step.id === 'password' ? { ...step, on: { success: 'second' } } : step,
    );
    const unasked = { ...definition, steps: steps.filter(({ id }) => id !== 'where') };
    hub.around.identityFacade.setExperience('plain', { definition: unasked });
    const plain = hub.browser(hub.request({ client: { ...hub.client, id: 'plain' } }));
    await plain.get();
    await plain.submit('identify', { identifier: 'fay@example.com' });
    await plain.submit('prove', { password });
    expect(plain.page?.text).toContain('autocomplete="one-time-code"');
    expect(plain.page?.text).not.toContain('Trust this browser');
  });
});

describe('a browser that is new to a user', () => {
  it("is reported once, but not at the user's first sign-in", async () => {
    hub.person('gia@example.com', { password });
    const [home, first] = await passwordGiven('gia@example.com');
    expect(finished(first).event).toMatchObject({ newDevice: false });
    const [away, second] = await passwordGiven('gia@example.com');
    expect(finished(second).event).toMatchObject({ newDevice: true });
    for (const { cookies } of [home, away]) {
      const [, known] = await passwordGiven('gia@example.com', cookies);
      expect(finished(known).event).toMatchObject({ newDevice: false });
    }
  });
});
