import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loginFlowTemplates } from '@platform/login-flow';
import { newId } from '@platform/kit/ids';
import { commands, hookProperties, startHookReceiver } from './hook-receiver.ts';
import type { HookReceiver } from './hook-receiver.ts';
import { loginHub } from './login-hub.ts';
import type { LoginHub } from './login-hub.ts';

const password = 'correct horse battery staple';
let hub: LoginHub;
let receiver: HookReceiver;
let tenantId: string;

beforeAll(async () => {
  receiver = await startHookReceiver();
  hub = await loginHub({ properties: hookProperties });
});
beforeEach(() => void (tenantId = newId('tenant')));
afterAll(async () => {
  await hub.stop();
  await receiver.stop();
});

type Steps = { id: string; type: string; config: object; on: Record<string, string> }[];

/** Creates a request with a changed flow template, for its own application. */
function requestAt(template: string, change: (steps: Steps) => void): string {
  const definition = structuredClone(
    loginFlowTemplates.find(({ id }) => id === template)?.definition,
  ) as unknown as { steps: Steps };
  change(definition.steps);
  const id = newId('application');
  hub.around.identityFacade.setExperience(id, { definition });
  return hub.request({
    tenant: { id: tenantId, issuer: 'http://localhost:18080' } as never,
    client: {
      id,
      name: 'Ledger',
      isFirstParty: true,
      logoUri: null,
      tosUri: null,
      policyUri: null,
    },
  });
}

describe('the hook stage pre_registration', () => {
  /** Signs up a new user, and returns the last page. */
  async function signUp(email: string) {
    const uid = requestAt('passwordless_email', (steps) => {
      const step = steps.find(({ type }) => type === 'register')!;
      const attributes = [
        { name: 'email', required: true },
        { name: 'displayName', required: true },
      ];
      step.config = { ...step.config, attributes };
    });
    const browser = hub.browser(uid);
    await browser.get();
    await browser.submit('identify', { identifier: email });
    await browser.submit('submit', { email, displayName: 'Eve' });
    const { code } = hub.around.identityFacade.challenges.at(-1)!;
    const page = await browser.submit('verify-code', { code });
    return { page, outcome: hub.outcomes.get(uid) };
  }

  /** Returns the profile that the directory received for the new user. */
  async function provisioned(userId: string) {
    const { ResolveUser } = hub.pod.platform
      .peer('directory')
      .service('platform.directory.v1.Directory');
    const { userJson } = await ResolveUser({ tenantId, userId } as never, { deadlineMs: 5_000 });
    return JSON.parse(userJson);
  }

  it('receives the profile of a sign-up and can add to it, except for verified properties', async () => {
    const hook = receiver.hook(() =>
      commands(
        { type: 'set_attribute', path: '/metadata/plan', value: 'gold' },
        { type: 'set_attribute', path: '/email', value: 'admin@example.com' },
        { type: 'set_attribute', path: '/roles', value: ['owner'] },
      ),
    );
    hub.around.outbound.setHooks(tenantId, 'pre_registration', [{ url: hook.url }]);
    const { outcome } = await signUp('eve@example.com');
    if (outcome?.kind !== 'finished') throw new Error(JSON.stringify(outcome));
    expect(hook.questions()).toMatchObject([
      { stage: 'pre_registration', user: { email: 'eve@example.com', displayName: 'Eve' } },
    ]);
    const profile = await provisioned(outcome.login.userId);
    expect(profile).not.toHaveProperty('roles');
    expect(profile).toMatchObject({
      email: 'eve@example.com',
      displayName: 'Eve',
      metadata: { plan: 'gold' },
    });
  });

  it('can reject users, and the page shows them the reason', async () => {
    const hook = receiver.hook(() => commands({ type: 'deny', message: 'Ask <b>IT</b>.' }));
    hub.around.outbound.setHooks(tenantId, 'pre_registration', [{ url: hook.url }]);
    const { page, outcome } = await signUp('frank@example.com');
    expect(outcome).toBeUndefined();
    expect(page.text).toContain('Ask &lt;b&gt;IT&lt;/b&gt;.');
  });

  it.each([
    ['open', 'finished'],
    ['closed', undefined],
  ])('with an unavailable hook that fails %s has the outcome %s', async (failureMode, kind) => {
    const hook = receiver.hook(() => ({ status: 500 }));
    hub.around.outbound.setHooks(tenantId, 'pre_registration', [{ url: hook.url, failureMode }]);
    const { outcome } = await signUp('gina@example.com');
    expect(outcome?.kind).toBe(kind);
    expect(hook.calls()).toHaveLength(1);
  });
});

describe('the hook stage login_flow', () => {
  /** Signs in with a flow that calls a hook after the password. Returns the outcome, if there is one. */
  async function signIn(hookId: string, config: object = {}) {
    const uid = requestAt('password_only', (steps) => {
      const proof = steps.find(({ type }) => type === 'authenticate')!;
      const target = proof.on['success']!;
      proof.on['success'] = 'ask';
      const on = { allow: target };
      steps.push({ id: 'ask', type: 'hook', config: { hookId, ...config }, on });
    });
    const email = `${newId('request')}@example.com`;
    const id = newId('user');
    const userJson = JSON.stringify({ id, email, emailVerified: true });
    hub.around.directory.setUser(tenantId, id, { userJson });
    hub.around.identityFacade.setCredentials(id, { password });
    const browser = hub.browser(uid);
    await browser.get();
    await browser.submit('identify', { identifier: email });
    await browser.submit('prove', { password });
    return { id, kind: hub.outcomes.get(uid)?.kind };
  }

  it('calls only the hook of the step', async () => {
    const [named, other] = [receiver.hook(), receiver.hook()];
    const [listed] = hub.around.outbound.setHooks(tenantId, 'login_flow', [
      { url: named.url },
      { url: other.url },
    ]);
    const { id, kind } = await signIn(listed!.id);
    expect(kind).toBe('finished');
    expect(named.questions()).toMatchObject([{ stage: 'login_flow', user: { id } }]);
    expect(other.calls()).toHaveLength(0);
  });

  it('can deny users', async () => {
    const hook = receiver.hook(() => commands({ type: 'deny', message: '' }));
    const [listed] = hub.around.outbound.setHooks(tenantId, 'login_flow', [{ url: hook.url }]);
    expect((await signIn(listed!.id)).kind).toBeUndefined();
  });

  it.each([
    ['continue', 'finished'],
    ['deny', undefined],
  ])('applies onError=%s within the time limit of the step', async (onError, kind) => {
    const hook = receiver.hook(() => ({ hang: true }));
    const [listed] = hub.around.outbound.setHooks(tenantId, 'login_flow', [{ url: hook.url }]);
    expect((await signIn(listed!.id, { onError, timeoutMilliseconds: 100 })).kind).toBe(kind);
    expect(hook.calls()).toHaveLength(1);
  });
});
