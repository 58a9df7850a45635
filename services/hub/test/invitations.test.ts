import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { builtInFlow } from '@platform/login-flow';
import { newId } from '@platform/kit/ids';
import { problemWithReason } from '@platform/kit/problem';
import { eventually } from '@platform/testkit/eventually';
import type * as oidc from 'openid-client';
import { browser } from './browser.ts';
import type { MadeTenant } from './hub-under-test.ts';
import { personBrowser } from './person-browser.ts';
import type { PersonBrowser } from './person-browser.ts';
import { attempt, signInHub } from './sign-in-hub.ts';
import type { SignInHub, TestApplication } from './sign-in-hub.ts';
import { eventDataOf } from './tenant-events.ts';

const password = 'correct horse battery staple';
const channel = 'platform.account-linking.service-identity.cluster';
let hub: SignInHub;
let tenant: MadeTenant;
let application: TestApplication;
let config: oidc.Configuration;
let n = 0;

beforeAll(async () => {
  hub = await signInHub(
    { 'platform.hub.login.return-hosts': 'welcome.example.com' },
    undefined,
    [channel],
    { ownPages: true },
  );
  hub.around.identityFacade.setExperience('', { definition: builtInFlow });
  tenant = await hub.makeTenant('acme');
  application = await hub.application(tenant);
  config = await hub.client(application);
});
afterAll(() => hub.stop());

let email: string;
let userId: string;
let invitationId: string;

const person = (address: string): string => {
  const id = newId('user');
  const userJson = JSON.stringify({ id, email: address, emailVerified: true, displayName: 'Ada' });
  hub.setUser(tenant, { userJson }, id);
  hub.around.identityFacade.setCredentials(id, { password });
  return id;
};

beforeEach(() => {
  n += 1;
  email = `ada${n}@example.com`;
  userId = person(email);
  invitationId = newId('invitation');
  invite('PENDING');
});

const invite = (outcome: 'PENDING' | 'EXPIRED' | 'REVOKED' | 'USED', rejection?: Error) =>
  hub.around.directory.setInvitation(invitationId, {
    outcome,
    organizationName: 'Analytical Providers',
    emailMasked: 'a***@example.com',
    ...(rejection && { rejection }),
  });

/** Creates an intent, as the identity service does when a person opens the link of an invitation. */
async function mint(more: object = {}, at = tenant): Promise<{ id: string; intentToken: string }> {
  const bearer = await hub.around.cluster.mint('identity-service', 'hub-internal-auth');
  const { status, body } = await hub.ask('/internal/account-link-intents', {
    method: 'POST',
    body: JSON.stringify({ invitationId, organizationId: newId('organization'), email, ...more }),
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${bearer}`,
      'x-platform-tenant': at.id,
    },
  });
  expect(status).toBe(200);
  return body;
}

const openBrowser = (): PersonBrowser => personBrowser(browser(() => hub.pod.httpPort));

async function asks(ada: PersonBrowser, token: string, more: object = {}): Promise<void> {
  const { url } = await attempt(config, { link_intent: token, ...more });
  await ada.visit(url.href);
}
async function signsIn(ada: PersonBrowser, identifier = email): Promise<void> {
  await ada.sends({ identifier });
  await ada.sends({ password });
}
const isBack = ({ page }: PersonBrowser): string | null =>
  new URL(page.url).searchParams.get('code');
const accepted = () =>
  hub.around.directory.accepted.filter((one) => one.invitationId === invitationId);

describe('a user who follows an invitation', () => {
  it('signs in, confirms, and becomes a member of the organization', async () => {
    const { id, intentToken } = await mint();
    const ada = openBrowser();
    await asks(ada, intentToken);
    expect(ada.page.text).toContain('You’ve been invited to join Analytical Providers.');
    expect(ada.page.text).toContain('a***@example.com');
    await signsIn(ada);
    expect(ada.title()).toBe('Join Analytical Providers?');
    expect(ada.page.text).toContain(email);
    expect(accepted()).toEqual([]);
    await ada.sends({ action: 'accept' });
    expect(isBack(ada)).toBeTruthy();
    expect(accepted()).toEqual([{ invitationId, userId, linkIntentId: id }]);
    const linked = await eventDataOf(hub, tenant.id, 'user.account_linked');
    expect(linked.at(-1)).toMatchObject({ user: { id: userId }, linkIntentId: id });
  });

  it('is redirected to the URL of the link after joining', async () => {
    const returnTo = 'https://welcome.example.com/start?from=mail';
    const { intentToken } = await mint({ returnTo });
    const ada = openBrowser();
    await asks(ada, intentToken);
    await signsIn(ada);
    await ada.sends({ action: 'accept' });
    expect(ada.page.url).toBe(returnTo);
    expect(accepted()).toHaveLength(1);
  });

  it('returns to the application after declining', async () => {
    const { intentToken } = await mint({ returnTo: 'https://welcome.example.com/start' });
    const ada = openBrowser();
    await asks(ada, intentToken);
    await signsIn(ada);
    await ada.follows('Not now');
    expect(isBack(ada)).toBeTruthy();
  });

  it('is not asked again for the same link', async () => {
    const { intentToken } = await mint();
    const ada = openBrowser();
    await asks(ada, intentToken);
    await signsIn(ada);
    await ada.sends({ action: 'accept' });
    await asks(ada, intentToken);
    expect(isBack(ada)).toBeTruthy();
    expect(accepted()).toHaveLength(1);
  });

  it('can decline, and accept later', async () => {
    const { intentToken } = await mint();
    const ada = openBrowser();
    await asks(ada, intentToken);
    await signsIn(ada);
    await ada.follows('Not now');
    expect(isBack(ada)).toBeTruthy();
    expect(accepted()).toEqual([]);
    await asks(ada, intentToken);
    expect(ada.title()).toBe('Join Analytical Providers?');
  });

  it('can accept with another account', async () => {
    const { intentToken } = await mint();
    const other = `bo${n}@example.com`;
    const otherId = person(other);
    const ada = openBrowser();
    await asks(ada, intentToken);
    await signsIn(ada);
    await ada.follows('Use another account');
    expect(ada.title()).toContain('Sign in');
    await signsIn(ada, other);
    // The library signs out the first account with a form that a browser submits automatically.
    expect(ada.title()).toBe('One moment');
    await ada.sends({ logout: 'yes' });
    expect(ada.page.text).toContain(other);
    await ada.sends({ action: 'accept' });
    expect(isBack(ada)).toBeTruthy();
    expect(accepted()).toMatchObject([{ userId: otherId }]);
  });

  it('joins even if the directory is temporarily unavailable', async () => {
    const { id, intentToken } = await mint();
    const ada = openBrowser();
    await asks(ada, intentToken);
    await signsIn(ada);
    hub.around.directory.failAcceptances(true);
    await ada.sends({ action: 'accept' });
    expect(isBack(ada)).toBeTruthy();
    expect(accepted()).toEqual([]);
    hub.around.directory.failAcceptances(false);
    await hub.pod.platform.db.transact(
      { tenantId: tenant.id, actor: { type: 'system', id: 'test' } },
      (tx) => tx.execute("UPDATE job SET run_at = now() WHERE kind = 'invitation_acceptance'", []),
    );
    await eventually(() => accepted().length > 0);
    expect(accepted()).toEqual([{ invitationId, userId, linkIntentId: id }]);
  });
});

describe('an organization that does not accept the user', () => {
  it('is not joined later either, and the page says so', async () => {
    const { id, intentToken } = await mint();
    const ada = openBrowser();
    await asks(ada, intentToken);
    await signsIn(ada);
    invite(
      'PENDING',
      problemWithReason('validation_failed', { code: 'domain_not_allowed', detail: '' }),
    );
    await ada.sends({ action: 'accept' });
    expect(ada.title()).toBe('The organization doesn’t accept this account');
    const intent = await hub.pod.platform.db.read(
      { tenantId: tenant.id, actor: { type: 'system', id: 'test' } },
      (tx) => tx.row('SELECT outcome FROM account_link_intent WHERE id = $1', [id]),
    );
    expect(intent).toEqual({ outcome: 'refused' });
  });
});

describe('an invitation that cannot be accepted', () => {
  /** A person who is already signed in. */
  let ada: PersonBrowser;
  beforeAll(async () => {
    ada = openBrowser();
    userId = person((email = 'ada@example.com'));
    await ada.visit((await attempt(config)).url.href);
    await signsIn(ada);
  });
  const continueWithout = async () => {
    await ada.follows('Continue to An application');
    expect(isBack(ada)).toBeTruthy();
    expect(accepted()).toEqual([]);
  };

  it.each([
    ['is expired', 'EXPIRED', 'This invitation has expired'],
    ['is revoked', 'REVOKED', 'This invitation was withdrawn'],
    ['is used', 'USED', 'This invitation has already been used'],
  ] as const)('because it %s is explained', async (_name, outcome, title) => {
    const { intentToken } = await mint();
    invite(outcome);
    await asks(ada, intentToken);
    expect(ada.title()).toBe(title);
    await continueWithout();
  });

  it('at the time of the sign-in is mentioned on the page', async () => {
    const { intentToken } = await mint();
    invite('EXPIRED');
    const invited = openBrowser();
    await asks(invited, intentToken);
    expect(invited.page.text).toContain('Your invitation can no longer be accepted.');
  });

  it.each([
    ['with an unknown link', async () => 'nonsense'],
    ['with a link that a newer one has replaced', () => replaced()],
    [
      'with a link of another tenant',
      async () => (await mint({}, await hub.makeTenant(`globex${n}`))).intentToken,
    ],
  ])('%s is explained', async (_name, tokenOf) => {
    await asks(ada, await tokenOf());
    expect(ada.title()).toBe('This link has expired');
    await continueWithout();
  });

  async function replaced(): Promise<string> {
    const { intentToken } = await mint();
    await mint();
    return intentToken;
  }

  it('for another account is reported and counted, and the fifth attempt revokes the link', async () => {
    const { intentToken } = await mint({ userId: newId('user') });
    await asks(ada, intentToken);
    for (let visits = 1; visits <= 5; visits += 1) {
      expect(ada.title()).toBe('This invitation is for another account');
      expect(ada.page.text).toContain('You’re signed in as ada@example.com.');
      expect(ada.page.text).not.toContain('value="accept"');
      await continueWithout();
      await asks(ada, intentToken);
    }
    expect(ada.title()).toBe('This link has expired');
    expect(accepted()).toEqual([]);
  });

  it('is not accepted with a forged form or in another browser', async () => {
    const { intentToken } = await mint();
    await asks(ada, intentToken);
    const { url } = ada.page;
    await ada.browser.post(url, { action: 'accept' });
    await ada.browser.post(url, { action: 'accept', csrf: 'forged' });
    const { status } = await openBrowser().browser.post(url, { action: 'accept' });
    expect(status).toBe(404);
    expect(accepted()).toEqual([]);
  });

  it('is accepted by only one of two users who confirm concurrently', async () => {
    const { intentToken } = await mint();
    const other = `bo${n}@example.com`;
    person(other);
    const people = [openBrowser(), openBrowser()] as const;
    for (const [index, who] of people.entries()) {
      await asks(who, intentToken);
      await signsIn(who, index === 0 ? email : other);
    }
    await Promise.all(people.map((who) => who.sends({ action: 'accept' })));
    expect(people.filter(isBack)).toHaveLength(1);
    expect(accepted()).toHaveLength(1);
    const late = people.find((who) => !isBack(who));
    expect(late?.title()).toBe('This invitation has already been used');
  });

  it('is never ignored silently', async () => {
    const { intentToken } = await mint();
    await asks(ada, intentToken, { prompt: 'none' });
    expect(new URL(ada.page.url).searchParams.get('error')).toBe('interaction_required');
  });
});
