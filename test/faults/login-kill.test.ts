import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as oidc from 'openid-client';
import { demoFlow } from '@platform/dev/demo-flow';
import { localFetch } from '@platform/dev/local-fetch';
import { managementApi, succeeded } from '@platform/dev/management-api';
import { withClient } from '@platform/dev/postgres';
import { eventually } from '@platform/testkit/eventually';
import { ownPlatform } from '@platform/testkit/platform';
import type { OwnPlatform } from '@platform/testkit/platform';
import { formBrowser } from '@platform/dev/form-browser';
import type { FormBrowser, FormPage } from '@platform/dev/form-browser';

const password = 'correct horse battery staple 7';
const redirectUri = 'https://app.example.com/callback';
let platform: OwnPlatform;
let config: oidc.Configuration;

beforeAll(async () => {
  platform = await ownPlatform();
  const api = managementApi(platform.ready.gateway, await platform.token('demo'));
  await succeeded(api('PUT', '/login-flows/draft', demoFlow));
  const activation = { source: 'draft', expectedActiveVersion: 0 };
  await succeeded(api('POST', '/login-flows/activate', activation));
  const application = {
    name: 'Ledger',
    type: 'web',
    allowedScopes: ['openid', 'email'],
    redirectUris: [redirectUri],
  };
  const { clientId, clientSecret } = await succeeded(api('POST', '/applications', application));
  config = await oidc.discovery(
    new URL(platform.tenant('demo').issuer),
    String(clientId),
    undefined,
    oidc.ClientSecretBasic(String(clientSecret)),
    { execute: [oidc.allowInsecureRequests], [oidc.customFetch]: localFetch as never },
  );
}, 240_000);
afterAll(() => platform.stop());

/** SIGKILL to a process, a moment from now; the supervisor brings it back. */
async function kill(name: 'identity-facade' | 'hub' | 'directory'): Promise<void> {
  const pidOf = (): number | undefined => platform.processes.get(name)?.pid;
  const pid = await eventually(async () => pidOf(), { what: 'the process runs' });
  await pause(Math.random() * 40);
  process.kill(pid, 'SIGKILL');
  await eventually(async () => pidOf() !== undefined && pidOf() !== pid, {
    what: 'the process runs again',
  });
}

async function newestCode(to: string): Promise<string> {
  return eventually(async () => {
    const answer = await fetch(`${platform.ready.inbox}/api/mails?to=${encodeURIComponent(to)}`);
    const mails = (await answer.json()) as { text: string }[];
    const codes = mails.flatMap(({ text }) => /\b\d{6}\b/.exec(text)?.[0] ?? []);
    return codes[0];
  });
}

/** The prompt of a page. */
const asks = ({ html }: FormPage): string | undefined =>
  ['identifier', 'displayName', 'code', 'new-password', 'password'].find((field) =>
    html.includes(`name="${field}"`),
  );

async function answerTo(field: string, email: string): Promise<Record<string, string>> {
  switch (field) {
    case 'identifier':
      return { identifier: email };
    case 'displayName':
      return { displayName: 'Ada Lovelace', email };
    case 'code':
      return { code: await newestCode(email) };
    default:
      return { [field]: password };
  }
}

async function newLogin(
  browser: FormBrowser,
  more: Record<string, string> = {},
): Promise<FormPage> {
  const state = oidc.randomState();
  const verifier = oidc.randomPKCECodeVerifier();
  const parameters = {
    scope: 'openid email',
    redirect_uri: redirectUri,
    state,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...more,
  };
  return browser.open(oidc.buildAuthorizationUrl(config, parameters));
}

const isSignedIn = ({ url }: FormPage): boolean =>
  url.href.startsWith(redirectUri) && url.searchParams.has('code');

/** `signsUp`: a person who asks for an account, and signs in if there already is one. */
interface Walk {
  killAt?: string;
  start: FormPage;
  browser: FormBrowser;
  signsUp?: boolean;
}

/** Answers what a login asks until it is over. The process is killed while the page with `killAt` is sent. */
async function walk(
  email: string,
  { killAt, start, browser, signsUp = false }: Walk,
): Promise<FormPage> {
  let page = start;
  let wantsAccount = signsUp;
  for (let pages = 0; pages < 12 && !isSignedIn(page); pages += 1) {
    const field = asks(page);
    if (field === undefined) return page;
    const isAsked = field === 'identifier' && wantsAccount;
    if (isAsked) wantsAccount = false;
    const fields = isAsked ? { action: 'sign-up' } : await answerTo(field, email);
    const isKilled = field === killAt ? kill('identity-facade') : undefined;
    page = await browser.send(page, fields);
    await isKilled;
    if (isKilled) return page;
  }
  return page;
}

/** Signs a person up, with a kill at one page: the person continues from what the browser shows, or starts over. */
async function signUp(email: string, killAt: string): Promise<void> {
  const browser = formBrowser();
  const start = await newLogin(browser);
  await walk(email, { killAt, start, browser, signsUp: true }).catch(() => undefined);
  await eventually(
    async () => {
      const again = await browser.open(start.url).catch(() => undefined);
      const onward = again && asks(again) ? again : await newLogin(browser);
      return isSignedIn(await walk(email, { start: onward, browser, signsUp: true })) || undefined;
    },
    { what: `${email} is signed in` },
  );
}

const emailOf = (page: string): string => `ada-${page}@example.com`;

test('identity-facade killed while a code or password is processed: eventually one complete account', async () => {
  const pages = ['code', 'new-password'];
  for (const killAt of pages) await signUp(emailOf(killAt), killAt);
  const { rows } = await withClient(platform.postgresUrl, (client) =>
    client.query(
      `SELECT u.email, count(DISTINCT u.id)::int AS users, count(p.user_id)::int AS passwords
       FROM directory.users AS u LEFT JOIN identity.password_credentials AS p ON p.tenant_id = u.tenant_id AND p.user_id = u.id
       WHERE u.email LIKE 'ada-%' GROUP BY u.email`,
    ),
  );
  const accounts = rows.map(({ email, users, passwords }) => [email, users, passwords]);
  expect(accounts.sort()).toEqual(pages.map((page) => [emailOf(page), 1, 1]).sort());
  for (const page of pages) {
    const browser = formBrowser();
    const signedIn = await walk(emailOf(page), { start: await newLogin(browser), browser });
    expect(isSignedIn(signedIn)).toBe(true);
  }
}, 240_000);

/** Invites a person, and follows the link of the invitation like the console, up to the request that accepts it. */
async function linkIntentFor(email: string): Promise<string> {
  const { tenantId } = platform.tenant('demo');
  const api = managementApi(platform.ready.gateway, await platform.token('demo'));
  const { id } = await succeeded(api('POST', '/organizations', { name: `Engines of ${email}` }));
  const invitation = { email, roles: [] };
  const { token } = await succeeded(api('POST', `/organizations/${id}/invitations`, invitation));
  const console = await platform.cluster.mint('identity-service', 'identity-tenant-facade');
  const { http } = platform.ports['identity-facade'];
  const accepted = await fetch(
    `http://127.0.0.1:${http}/internal/tenants/${tenantId}/invitations/accept`,
    {
      method: 'POST',
      headers: { authorization: `Bearer ${console}`, 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
    },
  );
  const { authorizeUrl } = (await accepted.json()) as { authorizeUrl: string };
  return new URL(authorizeUrl).searchParams.get('link_intent') ?? '';
}

const asksToJoin = ({ html }: FormPage): boolean => html.includes('name="action" value="accept"');

/** Signs in and accepts, with a kill while the form is sent; the person presses the button again until they are through. */
async function accept(email: string, victim: 'hub' | 'directory'): Promise<void> {
  const more = { link_intent: await linkIntentFor(email) };
  const browser = formBrowser();
  const asked = await walk(email, { start: await newLogin(browser, more), browser });
  expect(asksToJoin(asked)).toBe(true);
  const killed = kill(victim);
  await browser.send(asked, { action: 'accept' }).catch(() => undefined);
  await killed;
  await eventually(
    async () => {
      const page = await newLogin(browser, more).catch(() => undefined);
      if (!page) return undefined;
      const onward = asksToJoin(page) ? await browser.send(page, { action: 'accept' }) : page;
      return isSignedIn(onward) || undefined;
    },
    { what: `${email} has joined` },
  );
}

test('the hub or the directory killed while an invitation is accepted: eventually one membership', async () => {
  const invited = { hub: emailOf('code'), directory: emailOf('new-password') } as const;
  for (const victim of ['hub', 'directory'] as const) await accept(invited[victim], victim);
  const membersOf = () =>
    withClient(platform.postgresUrl, async (client) => {
      const { rows } = await client.query(
        `SELECT i.email, i.state, count(m.user_id)::int AS members
         FROM directory.invitations AS i LEFT JOIN directory.memberships AS m
           ON m.tenant_id = i.tenant_id AND m.organization_id = i.organization_id
         WHERE i.email LIKE 'ada-%' GROUP BY i.email, i.state ORDER BY i.email`,
      );
      return rows.map(({ email, state, members }) => [email, state, members]);
    });
  const wanted = Object.values(invited)
    .sort()
    .map((email) => [email, 'accepted', 1]);
  // The hub's job repeats the call that got no response.
  await eventually(async () => JSON.stringify(await membersOf()) === JSON.stringify(wanted), {
    what: 'both are members, once',
  });
  const { rows } = await withClient(platform.postgresUrl, (client) =>
    client.query(
      `SELECT count(*)::int AS told FROM directory.outbox
       WHERE envelope->>'type' = 'organization.invitation_accepted'`,
    ),
  );
  expect(rows[0].told).toBe(2);
}, 240_000);
