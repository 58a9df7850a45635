import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withClient } from '@platform/dev/postgres';
import { newId } from '@platform/kit/ids';
import { problemWithReason, invalid } from '@platform/kit/problem';
import { builtInFlow, loginFlowTemplates } from '@platform/login-flow';
import type { TestExperience } from '@platform/testkit/fake-experiences';
import type { LoginRequest } from '../src/login/requests/login-requests.ts';
import type { SignInFactor } from '../src/sessions/sign-in-session.ts';
import { loginHub, titleOf } from './login-hub.ts';
import type { LoginHub, TestBrowser } from './login-hub.ts';

const password = 'correct horse battery staple';
const totp = '135790';
let hub: LoginHub;
let n = 0;

beforeAll(async () => {
  hub = await loginHub();
});
afterAll(() => hub.stop());

const emailOf = (): string => `person${++n}@example.com`;
const template = (id: string) => loginFlowTemplates.find((one) => one.id === id)!.definition;

/** Creates an application with its own experience. */
function application(experience: Partial<TestExperience>): { client: LoginHub['client'] } {
  const id = `application-${++n}`;
  hub.around.identityFacade.setExperience(id, { definition: builtInFlow, ...experience });
  return { client: { ...hub.client, id } };
}

interface TestStep {
  id: string;
  [member: string]: unknown;
}

/** A flow of these steps, which starts with the first. */
const flowOf = (first: TestStep, ...others: TestStep[]) => ({
  ...builtInFlow,
  entrypoints: { default: first.id },
  steps: [first, ...others, { id: 'done', type: 'complete' }],
});

const identify = (found: string, more: object = {}): TestStep => ({
  id: 'who',
  type: 'identify',
  config: { identifiers: ['email'] },
  on: { found },
  ...more,
});

const authenticate = (id: string, methods: string[], success = 'done'): TestStep => ({
  id,
  type: 'authenticate',
  config: { role: 'first', methods },
  on: { success },
});

/** A flow in which unknown users sign up. */
const signUpFlow = (config: {
  attributes: object[];
  initialMethods?: string[];
  requireVerifiedEmail?: boolean;
}) =>
  flowOf(
    identify('done', {
      config: { identifiers: ['email'], concealUnknown: false },
      on: { found: 'done', not_found: 'sign_up' },
    }),
    { id: 'sign_up', type: 'register', config, on: { success: 'done' } },
  );

async function begin(identifier: string, more: object = {}): Promise<[TestBrowser, string]> {
  const uid = hub.request(more);
  const browser = hub.browser(uid);
  await browser.get();
  await browser.submit('identify', { identifier });
  return [browser, uid];
}

const lastCode = (userId: string) =>
  hub.around.identityFacade.challenges.findLast((one) => one.userId === userId)!;

const reasonsOf = (uid: string) =>
  withClient(hub.around.database.url, async (client) => {
    const { rows } = await client.query<{ reason: string }>(
      `SELECT envelope->'data'->'data'->>'reason' AS reason FROM hub.outbox
       WHERE envelope->>'type' = 'user.sign_in_failed' AND envelope->'data'->'data'->>'loginId' = $1`,
      [uid],
    );
    return rows.map(({ reason }) => reason);
  });

describe('a user of a login', () => {
  const suspend = (id: string) =>
    hub.around.directory.setUser(hub.tenantId, id, {
      status: 'suspended',
      userJson: JSON.stringify({ id }),
    });
  const remove = (id: string) => hub.around.directory.removeUser(hub.tenantId, id);

  it.each([
    ['is suspended', 'opens the page', suspend],
    ['is suspended', 'sends the form', suspend],
    ['is deleted', 'opens the page', remove],
    ['is deleted', 'sends the form', remove],
  ])('who %s between two pages sees that when the browser %s', async (_change, by, change) => {
    const email = emailOf();
    const userId = hub.person(email, { password, totp });
    const [browser, uid] = await begin(email);
    await browser.submit('prove', { password });
    expect(titleOf(browser.page!)).toBe('Verify it’s you');
    change(userId);
    await (by === 'opens the page' ? browser.get() : browser.submit('prove', { code: totp }));
    expect([browser.page!.status, titleOf(browser.page!)]).toEqual([
      200,
      'Your account is disabled',
    ]);
    await browser.get('?leave');
    expect(hub.outcomes.get(uid)).toEqual({ kind: 'denied', error: 'access_denied' });
    expect(await reasonsOf(uid)).toEqual(['user_disabled']);
  });

  it('who is suspended between two pages can sign in with another account', async () => {
    const [email, other] = [emailOf(), emailOf()];
    hub.person(email, { password }, { status: 'suspended' });
    const userId = hub.person(other, { password });
    const [browser, uid] = await begin(email);
    await browser.submit('prove', { password });
    expect(titleOf(browser.page!)).toBe('Your account is disabled');
    await browser.submit('restart');
    await browser.submit('identify', { identifier: other });
    await browser.submit('prove', { password });
    expect(hub.outcomes.get(uid)).toMatchObject({ kind: 'finished', login: { userId } });
  });

  it('who is deleted before proving a factor does not see that', async () => {
    const email = emailOf();
    const userId = hub.person(email, { password });
    const [browser] = await begin(email);
    remove(userId);
    hub.around.identityFacade.setCredentials(userId, {});
    await browser.submit('prove', { password });
    expect(browser.page!.text).toContain('That password isn’t right');
  });

  it('signs in again if the user of the session was deleted', async () => {
    const email = emailOf();
    const userId = hub.person(email, { password });
    const at = Math.floor(Date.now() / 1000);
    const session = { id: 's', userId: newId('user'), acr: 'aal1', amr: ['pwd'], authTime: at };
    const factors = [{ method: 'password', at }];
    const [browser, uid] = await begin(email, {
      session: { ...session, factors, organizationId: null },
    });
    await browser.submit('prove', { password });
    expect(hub.outcomes.get(uid)).toMatchObject({ kind: 'finished', login: { userId } });
  });
});

describe('a method that is removed between two pages', () => {
  it('is replaced by another one', async () => {
    const email = emailOf();
    const userId = hub.person(email, { password, totp, recoveryCodes: ['k7vq1-m2xw1'] });
    const [browser, uid] = await begin(email);
    await browser.submit('prove', { password });
    hub.around.identityFacade.setCredentials(userId, { password, recoveryCodes: ['k7vq1-m2xw1'] });
    await browser.submit('prove', { code: totp });
    expect(titleOf(browser.page!)).toBe('Use a recovery code');
    await browser.submit('prove', { code: 'K7VQ1 – m2xw1'.toLowerCase() });
    expect(hub.outcomes.get(uid)?.kind).toBe('finished');
  });

  it('can be the last one, after which the flow decides', async () => {
    const email = emailOf();
    const userId = hub.person(email, { password, totp });
    const client = application({ definition: template('password_required_mfa') });
    const [browser] = await begin(email, client);
    await browser.submit('prove', { password });
    hub.around.identityFacade.setCredentials(userId, { password });
    await browser.get();
    expect(titleOf(browser.page!)).toBe('Protect your account');
  });

  it('can be the last recovery code, which still signs in', async () => {
    const email = emailOf();
    const userId = hub.person(email, { password, recoveryCodes: ['k7vq1-m2xw1'] });
    const [browser, uid] = await begin(email);
    await browser.submit('prove', { password });
    await browser.submit('prove', { code: 'k7vq1-m2xw1' });
    expect(hub.outcomes.get(uid)).toMatchObject({ kind: 'finished', login: { userId } });
    expect(hub.around.identityFacade.credentialsOf(userId).recoveryCodes).toEqual([]);
  });
});

describe('a page that was open for too long', () => {
  const expire = (userId: string) => void (lastCode(userId).isOpen = false);

  it('still accepts a code of an authenticator app', async () => {
    const email = emailOf();
    const userId = hub.person(email, { password, totp });
    const [browser, uid] = await begin(email);
    await browser.submit('prove', { password });
    expire(userId);
    await browser.submit('prove', { code: totp });
    expect(hub.outcomes.get(uid)).toMatchObject({ kind: 'finished', login: { userId } });
  });

  it('gets a new challenge for a passkey', async () => {
    const email = emailOf();
    const userId = hub.person(email, { passkeys: ['key'] });
    const [browser] = await begin(
      email,
      application({ definition: flowOf(identify('prove'), authenticate('prove', ['passkey'])) }),
    );
    const before = lastCode(userId);
    expire(userId);
    const response = JSON.stringify({ id: 'key', response: {} });
    const page = await browser.post({
      csrf: /name="csrf" value="([^"]*)"/.exec(browser.page!.text)![1]!,
      version: /name="version" value="([^"]*)"/.exec(browser.page!.text)![1]!,
      action: 'prove',
      response,
    });
    expect(page.status).toBe(303);
    const { text } = await browser.get();
    expect(text).toContain('That passkey didn’t work');
    expect(text).toContain(lastCode(userId).challenge);
    expect(text).not.toContain(before.challenge);
  });

  it('shows a new secret to set up', async () => {
    const email = emailOf();
    const userId = hub.person(email, { password });
    const [browser, uid] = await begin(
      email,
      application({ definition: template('password_required_mfa') }),
    );
    await browser.submit('prove', { password });
    await browser.submit('method', { method: 'totp' });
    expire(userId);
    const page = await browser.submit('confirm', { code: '246802' });
    expect(page.text).toContain('This page has expired. Try again.');
    await browser.submit('confirm', { code: '246802' });
    await browser.submit('saved');
    expect(hub.outcomes.get(uid)?.kind).toBe('finished');
  });

  it('sends another code during a sign-up', async () => {
    const email = emailOf();
    const flow = application({ definition: template('passwordless_email') });
    const [browser, uid] = await begin(email, flow);
    await browser.submit('submit', { email });
    const { challenges } = hub.around.identityFacade;
    challenges.findLast((one) => one.email === email)!.isOpen = false;
    const page = await browser.submit('resend');
    expect(page.text).toContain('We’ve sent a new code.');
    const { code } = challenges.findLast((one) => one.email === email)!;
    await browser.submit('verify-code', { code });
    expect(hub.outcomes.get(uid)).toMatchObject({
      kind: 'finished',
      login: { event: { signUp: true } },
    });
  });
});

describe('a sign-up with a password', () => {
  const definition = signUpFlow({
    attributes: [{ name: 'email', required: true }],
    initialMethods: ['password'],
  });
  const hasAccount = async (email: string): Promise<boolean> => {
    const [browser] = await begin(email, application({ definition }));
    return titleOf(browser.page!) !== 'Create your account';
  };

  it('that is abandoned after a rejected password leaves no account', async () => {
    const email = emailOf();
    const [browser, uid] = await begin(email, application({ definition }));
    await browser.submit('submit', { email });
    const { code } = hub.around.identityFacade.challenges.findLast((one) => one.email === email)!;
    await browser.submit('verify-code', { code });
    const page = await browser.submit('create-password', { 'new-password': 'short' });
    expect(page.text).toContain('Use at least');
    expect(await hasAccount(email)).toBe(false);
    await browser.submit('create-password', { 'new-password': password });
    expect(hub.outcomes.get(uid)?.kind).toBe('finished');
    expect(await hasAccount(email)).toBe(true);
  });

  it('sets no password for another user who has taken the address in the meantime', async () => {
    const email = emailOf();
    const unverified = signUpFlow({
      attributes: [{ name: 'email', required: true }],
      initialMethods: ['password'],
      requireVerifiedEmail: false,
    });
    const [browser, uid] = await begin(email, application({ definition: unverified }));
    await browser.submit('submit', { email });
    const userId = hub.person(email, { password: 'the password of the owner' });
    await browser.submit('create-password', { 'new-password': password });
    expect(hub.around.identityFacade.credentialsOf(userId).password).toBe(
      'the password of the owner',
    );
    expect(hub.outcomes.get(uid)?.kind).not.toBe('finished');
  });

  it.each(['jörg@example.com', 'ada@bücher.example'])('accepts %s (RFC 6531)', async (email) => {
    const [browser] = await begin(emailOf(), application({ definition }));
    await browser.submit('submit', { email });
    expect(titleOf(browser.page!)).toBe('Check your email');
  });
});

describe('the terms that a user accepts', () => {
  it('are shown on a separate page, unless they are published elsewhere', async () => {
    const email = emailOf();
    const userId = hub.person(email, { password });
    hub.around.compliance.setDocuments(hub.tenantId, [
      { id: 'lgd_1', type: 'terms', title: 'Our terms', content: 'No <script>.\nPay.' },
      { id: 'lgd_2', type: 'privacy', title: 'Privacy', contentUrl: 'https://example.com/privacy' },
    ]);
    const definition = flowOf(identify('prove'), authenticate('prove', ['password'], 'terms'), {
      id: 'terms',
      type: 'terms',
      config: { docTypes: ['terms', 'privacy'] },
      on: { accepted: 'done' },
    });
    const [browser, uid] = await begin(email, application({ definition }));
    await browser.submit('prove', { password });
    expect(titleOf(browser.page!)).toBe('Review the terms');
    expect(browser.page!.text).toContain('href="https://example.com/privacy"');
    const terms = browser.page!;
    const path = /href="([^"]*document[^"]*)"/.exec(terms.text)?.[1] ?? '';
    const text = await browser.open(path);
    expect([text.status, titleOf(text)]).toEqual([200, 'Our terms']);
    expect(text.text).toContain('No &lt;script&gt;.\nPay.');
    expect((await browser.open(path.replace('lgd_1', 'lgd_9'))).status).toBe(404);
    await browser.get();
    await browser.submit('accept');
    expect(hub.outcomes.get(uid)).toMatchObject({ kind: 'finished', login: { userId } });
    expect(hub.around.compliance.recorded).toMatchObject([
      { subjectId: userId, items: [{ purposeKey: 'terms' }, { purposeKey: 'privacy' }] },
    ]);
  });
});

describe('an address that has to be verified', () => {
  const verify: TestStep = {
    id: 'verify',
    type: 'verify_contact',
    config: { channel: 'email' },
    on: { success: 'done' },
  };
  const definition = flowOf(
    identify('prove', { config: { identifiers: ['email', 'username'] } }),
    authenticate('prove', ['password'], 'verify'),
    verify,
  );
  const user = (profile: object) => {
    const username = `ada${++n}`;
    const id = hub.person('', { password });
    const userJson = JSON.stringify({ id, username, ...profile });
    hub.around.directory.setUser(hub.tenantId, id, { userJson });
    return { id, username };
  };

  it('is verified by a code that is sent to it', async () => {
    const email = emailOf();
    const { id, username } = user({ email, emailVerified: false });
    const [browser, uid] = await begin(username, application({ definition }));
    const page = await browser.submit('prove', { password });
    expect(page.text).toContain(email);
    const wrong = await browser.submit('confirm', { code: '000000' });
    expect(wrong.text).toContain('aria-invalid="true"');
    expect(hub.outcomes.get(uid)).toBeUndefined();
    await browser.submit('resend');
    await browser.submit('confirm', { code: lastCode(id).code });
    expect(hub.outcomes.get(uid)).toMatchObject({ kind: 'finished', login: { userId: id } });
    expect(hub.around.directory.profileOf(hub.tenantId, id)).toMatchObject({ emailVerified: true });
  });

  it('is not verified again', async () => {
    const email = emailOf();
    const { id, username } = user({ email, emailVerified: true });
    const [browser, uid] = await begin(username, application({ definition }));
    await browser.submit('prove', { password });
    expect(hub.outcomes.get(uid)).toMatchObject({ kind: 'finished', login: { userId: id } });
  });

  it('ends the sign-in of a user who has no address', async () => {
    const { id, username } = user({});
    const [browser] = await begin(username, application({ definition }));
    await browser.submit('prove', { password });
    expect(titleOf(browser.page!)).toBe('You don’t have access');
    expect(lastCode(id)).toBeUndefined();
  });

  it('is not shown to a person who has not proven a factor', async () => {
    const email = emailOf();
    const { username } = user({ email, emailVerified: false });
    const first = flowOf(
      identify('verify', { config: { identifiers: ['email', 'username'] } }),
      { ...verify, on: { success: 'prove' } },
      authenticate('prove', ['password']),
    );
    const texts = [username, `nobody${++n}`].map(async (identifier) => {
      const [browser] = await begin(identifier, application({ definition: first }));
      const { status, text } = browser.page!;
      expect(text).not.toContain(email);
      return [status, titleOf(browser.page!), text.includes(identifier)];
    });
    const [known, unknown] = await Promise.all(texts);
    expect(known).toEqual(unknown);
  });
});

describe('a flow that changes between two pages', () => {
  const passwordAt = (id: string, ...methods: string[]) =>
    flowOf(identify(id, { id: `who_${id}` }), authenticate(id, ['password', ...methods]));
  const activate = (client: string, experience: TestExperience, version = 2) =>
    hub.around.identityFacade.setExperience(client, { ...experience, version });

  it('is not applied to a login that starts over', async () => {
    const email = emailOf();
    const userId = hub.person(email, { password });
    const before = { definition: passwordAt('first'), version: 1 };
    const { client } = application(before);
    const [browser, uid] = await begin(email, { client });
    hub.around.identityFacade.setExperience(`${client.id}@1`, before);
    activate(client.id, { definition: passwordAt('second') });
    await hub.restart();
    await browser.submit('restart');
    await browser.submit('identify', { identifier: email });
    await browser.submit('prove', { password });
    expect(hub.outcomes.get(uid)).toMatchObject({
      kind: 'finished',
      login: { userId, event: { flowVersion: 1 } },
    });
  });

  const binding = { entrypoint: 'default', minimumAssurance: null, allowedConnectors: null };
  it.each([
    [['email_code'], 'Check your email'],
    [['passkey'], 'You don’t have access'],
  ])(
    'continues with the methods %j if a binding leaves only these',
    async (allowedMethods, title) => {
      const email = emailOf();
      hub.person(email, { password });
      const { client } = application({ definition: passwordAt('first', 'email_code') });
      const [browser] = await begin(email, { client });
      const definition = passwordAt('first', 'email_code');
      activate(client.id, { definition, binding: { ...binding, allowedMethods } }, 1);
      await hub.restart();
      await browser.submit('prove', { password });
      expect([browser.page!.status, titleOf(browser.page!)]).toEqual([200, title]);
    },
  );
});

describe('codes, links and passwords', () => {
  it.each([
    ['with the text of the mail', (code: string) => `Your code for Area 51: ${code}.`],
    ['in two groups', (code: string) => `${code.slice(0, 3)} ${code.slice(3)}`],
    [
      'in full-width digits',
      (code: string) => code.replace(/\d/g, (d) => String.fromCharCode(0xff10 + Number(d))),
    ],
  ])('are accepted %s', async (_how, typed) => {
    const email = emailOf();
    const userId = hub.person(email);
    const [browser, uid] = await begin(
      email,
      application({ definition: template('passwordless_email') }),
    );
    await browser.submit('prove', { code: typed(lastCode(userId).code) });
    expect(hub.outcomes.get(uid)?.kind).toBe('finished');
  });

  it('are not sent too often, and one that was sent stays valid', async () => {
    const email = emailOf();
    const userId = hub.person(email);
    const flow = application({ definition: template('passwordless_email') });
    const [browser, uid] = await begin(email, flow);
    const { code } = lastCode(userId);
    hub.around.identityFacade.limitMails(true);
    try {
      const again = await browser.submit('resend');
      expect([again.status, titleOf(again)]).toEqual([200, 'Check your email']);
      expect(again.text).toContain('Too many attempts. Try again in 10 minutes.');
      const [another] = await begin(email, flow);
      expect([another.page!.status, titleOf(another.page!)]).toEqual([200, 'Check your email']);
      expect(another.page!.text).toContain('Too many attempts');
    } finally {
      hub.around.identityFacade.limitMails(false);
    }
    await browser.submit('prove', { code });
    expect(hub.outcomes.get(uid)).toMatchObject({ kind: 'finished', login: { userId } });
  });

  it('stay valid for their login, such as a link after another method was chosen', async () => {
    const email = emailOf();
    const userId = hub.person(email, { password });
    const definition = flowOf(identify('prove'), authenticate('prove', ['magic_link', 'password']));
    const [browser, uid] = await begin(email, application({ definition }));
    const { id, code } = lastCode(userId);
    await browser.get('?view=methods');
    await browser.submit('method', { method: 'password' });
    await browser.get(`/link?challenge=${id}&token=${code}`);
    await browser.submit('prove', { token: code, challenge: id });
    expect(hub.outcomes.get(uid)).toMatchObject({ kind: 'finished', login: { userId } });
    expect((await browser.get(`/link?challenge=${id}&token=${code}`)).status).toBe(404);
    expect(titleOf(browser.page!)).toBe('This link no longer works');
  });

  it.each([
    ['blanks at both ends', ' correct horse battery staple '],
    ['ligatures', 'ﬁne ﬁgures'],
    ['1,000 characters', 'x'.repeat(1_000)],
  ])('are passed on unchanged, such as a password with %s', async (_what, typed) => {
    const email = emailOf();
    const userId = hub.person(email, { password: typed });
    const [browser, uid] = await begin(email);
    await browser.submit('prove', { password: typed });
    expect(hub.outcomes.get(uid)).toMatchObject({ kind: 'finished', login: { userId } });
  });
});

describe('profile attributes', () => {
  const attributes = [
    { name: 'givenName', required: true },
    { name: 'phoneNumber', required: false },
    { name: 'metadata.costCenter', required: true },
    { name: 'username', required: false },
  ];
  const profileFlow = () =>
    application({
      definition: flowOf(identify('prove'), authenticate('prove', ['password'], 'profile'), {
        id: 'profile',
        type: 'profile',
        config: { attributes },
        on: { success: 'done' },
      }),
    });
  const typed = {
    givenName: ' Ada ',
    phoneNumber: '+44 (20) 7946-0958',
    'metadata.costCenter': '4711',
  };

  async function atProfile(): Promise<[TestBrowser, string, string]> {
    const email = emailOf();
    const userId = hub.person(email, { password });
    const [browser, uid] = await begin(email, profileFlow());
    await browser.submit('prove', { password });
    expect(titleOf(browser.page!)).toBe('Complete your profile');
    return [browser, uid, userId];
  }

  it('are stored in the properties of the user', async () => {
    const [browser, uid, userId] = await atProfile();
    await browser.submit('save', typed);
    expect(hub.outcomes.get(uid)?.kind).toBe('finished');
    expect(hub.around.directory.profileOf(hub.tenantId, userId)).toMatchObject({
      name: { givenName: 'Ada' },
      phoneNumber: '+442079460958',
      metadata: { costCenter: '4711' },
    });
  });

  it.each([
    [{ givenName: '' }, 'Fill in this field'],
    [{ phoneNumber: '020 7946 0958' }, 'with its country code'],
    [{ givenName: 'x'.repeat(151) }, 'This doesn’t look right'],
  ])('with errors such as %j are marked', async (wrong, text) => {
    const [browser, uid] = await atProfile();
    const page = await browser.submit('save', { ...typed, ...wrong });
    expect([page.status, page.text]).toEqual([200, expect.stringContaining(text)]);
    expect(page.text).toContain('aria-invalid="true"');
    expect(hub.outcomes.get(uid)).toBeUndefined();
  });

  it.each([
    [
      'reports as taken',
      problemWithReason('already_exists', {
        pointer: '/username',
        code: 'already_exists',
        detail: 'is taken',
      }),
      'Someone else already uses this',
    ],
    [
      'reports as invalid',
      invalid('/metadata/costCenter', 'invalid_format', 'must be a number'),
      'This doesn’t look right',
    ],
    [
      'reports as managed elsewhere',
      problemWithReason('invalid_state', { code: 'managed_by_directory', detail: 'is managed' }),
      'We couldn’t save this',
    ],
  ])('that the directory %s can be corrected', async (_why, refusal, text) => {
    const [browser, uid] = await atProfile();
    hub.around.directory.refuseProfile(refusal);
    const page = await browser.submit('save', { ...typed, username: 'ada' });
    expect([page.status, page.text]).toEqual([200, expect.stringContaining(text)]);
    await browser.submit('save', { ...typed, username: 'ada-2' });
    expect(hub.outcomes.get(uid)?.kind).toBe('finished');
  });

  it('are stored at sign-up, and requested again without another code if they are taken', async () => {
    const email = emailOf();
    const definition = signUpFlow({
      attributes: [{ name: 'email', required: true }, ...attributes],
    });
    const [browser, uid] = await begin(email, application({ definition }));
    await browser.submit('submit', { ...typed, email, username: 'ada' });
    const { code } = hub.around.identityFacade.challenges.findLast((one) => one.email === email)!;
    const taken = { pointer: '/username', code: 'already_exists', detail: 'is taken' } as const;
    hub.around.directory.refuseProfile(problemWithReason('already_exists', taken));
    const page = await browser.submit('verify-code', { code });
    expect([titleOf(page), page.text]).toEqual([
      'Create your account',
      expect.stringContaining('Someone else already uses this'),
    ]);
    expect(page.text).toContain('value="4711"');
    await browser.submit('submit', { ...typed, email, username: 'ada-2' });
    const outcome = hub.outcomes.get(uid);
    if (outcome?.kind !== 'finished') throw new Error(`it ended as ${JSON.stringify(outcome)}`);
    expect(hub.around.directory.profileOf(hub.tenantId, outcome.login.userId)).toMatchObject({
      email,
      username: 'ada-2',
      name: { givenName: 'Ada' },
    });
  });
});

const member = (state: string) => ({
  memberships: [{ organizationId: 'org_1', state, roles: [] }],
});

describe('a request that names a user', () => {
  it('is not completed by another user, who can only choose another account', async () => {
    const [email, other] = [emailOf(), emailOf()];
    const userId = hub.person(email, { password });
    hub.person(other, { password, totp });
    const [browser, uid] = await begin(other, { namedUserIds: [userId], acrValues: ['aal2'] });
    expect(titleOf(await browser.submit('prove', { password }))).toBe(
      'This is a different account',
    );
    expect(browser.page!.text).toContain('Return to Ledger');
    await browser.submit('restart');
    await browser.submit('identify', { identifier: email });
    await browser.submit('prove', { password });
    expect(hub.outcomes.get(uid)).toMatchObject({ kind: 'finished', login: { userId } });
  });

  it('ends in an error if the person leaves as another user', async () => {
    const other = emailOf();
    hub.person(other, { password });
    const [browser, uid] = await begin(other, { namedUserIds: [newId('user')] });
    await browser.submit('prove', { password });
    await browser.get('?leave');
    expect(hub.outcomes.get(uid)).toEqual({ kind: 'denied', error: 'login_required' });
    expect(await reasonsOf(uid)).toEqual(['policy_denied']);
  });

  it.each([
    ['asks for the account', 'another user', () => [newId('user')], true],
    ['completes', 'that user', (userId: string) => [userId], false],
  ])('%s in a session of %s', async (_asked, _of, named, isAsked) => {
    const userId = hub.person(emailOf(), { password });
    const at = Math.floor(Date.now() / 1000);
    const factors = [{ method: 'password', at }];
    const common = { id: 's', acr: 'aal1', amr: [], authTime: at, organizationId: null };
    const uid = hub.request({
      namedUserIds: named(userId),
      session: { ...common, userId, factors },
    });
    const { text } = await hub.browser(uid).get();
    expect(text.includes('name="identifier"')).toBe(isAsked);
    expect(hub.outcomes.has(uid)).toBe(!isAsked);
  });
});

describe('an existing session', () => {
  const at = Math.floor(Date.now() / 1000) - 60;
  type Factor = Omit<SignInFactor, 'at'>;
  const inSession = (userId: string, factor: Factor) => ({
    session: {
      id: 's',
      userId,
      acr: 'aal1',
      amr: [],
      authTime: at,
      factors: [{ at, ...factor }],
      organizationId: 'org_1',
    },
  });

  it.each<[string, Factor]>([
    ['social_first', { method: 'social', evidence: { connector: 'google' } }],
    ['identifier_first_sso', { method: 'federation', evidence: { upstreamLevel: 'aal1' } }],
  ])(
    'satisfies the flow %s with the factor of a provider, and stays in its organization',
    async (flow, factor) => {
      const userId = hub.person(emailOf(), {}, member('active'));
      const connectors = [{ provider: 'google', displayName: 'Google', iconUrl: '' }];
      const uid = hub.request({
        ...application({ definition: template(flow), connectors }),
        ...inSession(userId, factor),
      });
      await hub.browser(uid).get();
      expect(hub.outcomes.get(uid)).toMatchObject({
        kind: 'finished',
        login: { userId, organizationId: 'org_1', factors: [factor] },
      });
    },
  );

  const federated = { method: 'federation', evidence: { upstreamLevel: 'aal1' } } as const;
  const ssoFlow = () => application({ definition: template('identifier_first_sso') });

  it.each([
    ['who was removed from its organization', {}],
    ['whose membership is suspended', member('suspended')],
  ])('of a user %s does not sign in, but offers another account', async (_who, memberships) => {
    const userId = hub.person(emailOf(), {}, memberships);
    const other = emailOf();
    const otherId = hub.person(other, { password });
    const uid = hub.request({ ...ssoFlow(), ...inSession(userId, federated) });
    const browser = hub.browser(uid);
    expect(titleOf(await browser.get())).toBe('You’re not a member of this organization');
    expect(titleOf(await browser.get())).toBe('You’re not a member of this organization');
    expect(await reasonsOf(uid)).toEqual(['user_disabled']);
    await browser.submit('restart');
    await browser.submit('identify', { identifier: other });
    await browser.submit('prove', { password });
    expect(hub.outcomes.get(uid)).toMatchObject({ kind: 'finished', login: { userId: otherId } });
  });

  it.each([
    ['de', 'Sie sind kein Mitglied dieser Organisation', 'Das ist ein anderes Konto'],
    ['es', 'No es miembro de esta organización', 'Esta es otra cuenta'],
    ['fr', 'Vous n’êtes pas membre de cette organisation', 'Il s’agit d’un autre compte'],
  ])(
    'that cannot satisfy the request is explained in the language %s',
    async (locale, notMember, other) => {
      const titleIn = async (more: Partial<LoginRequest>) => {
        const email = emailOf();
        const userId = hub.person(email, { password });
        const session = { ...ssoFlow(), ...inSession(userId, federated), uiLocales: [locale] };
        const browser = hub.browser(hub.request({ ...session, ...more }));
        await browser.get();
        if (more.namedUserIds === undefined) return titleOf(browser.page!);
        await browser.submit('identify', { identifier: email });
        return titleOf(await browser.submit('prove', { password }));
      };
      expect(await titleIn({})).toBe(notMember);
      expect(await titleIn({ namedUserIds: [newId('user')] })).toBe(other);
    },
  );

  it('shows the branding of its organization until another user signs in', async () => {
    const email = emailOf();
    const userId = hub.person(email, { password });
    const { client } = application({});
    hub.around.identityFacade.setExperience(`${client.id}/org_1`, {
      definition: builtInFlow,
      look: { displayName: 'Globex' },
    });
    const { session } = inSession(userId, { method: 'password' });
    const browser = hub.browser(hub.request({ client, session, prompts: ['login'] }));
    expect(titleOf(await browser.get())).toBe('Sign in to Globex');
    await browser.submit('identify', { identifier: email });
    expect(titleOf(await browser.submit('restart'))).toBe('Sign in to Acme');
  });

  it('asks for the account if the application requests it', async () => {
    const { session } = inSession(hub.person(emailOf()), { method: 'password' });
    const shown = async (more: object) =>
      (await hub.browser(hub.request({ session, ...more })).get()).text;
    expect(await shown({})).not.toContain('name="identifier"');
    expect(await shown({ prompts: ['select_account'] })).toContain('name="identifier"');
  });

  it('does not treat a passkey that proved only possession as a first factor', async () => {
    const userId = hub.person(emailOf(), { passkeys: ['key'] });
    const factor: Factor = { method: 'passkey', evidence: { userVerified: false } };
    const uid = hub.request({
      ...application({ definition: template('passkey_required') }),
      ...inSession(userId, factor),
    });
    const page = await hub.browser(uid).get();
    expect(titleOf(page)).toBe('Use your passkey');
    expect(hub.outcomes.get(uid)).toBeUndefined();
  });
});
