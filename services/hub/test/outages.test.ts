import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withClient } from '@platform/dev/postgres';
import { builtInFlow } from '@platform/login-flow';
import { eventually } from '@platform/testkit/eventually';
import type * as oidc from 'openid-client';
import { hookProperties, startHookReceiver } from './hook-receiver.ts';
import type { HookReceiver } from './hook-receiver.ts';
import type { HubReply, MadeTenant } from './hub-under-test.ts';
import { attempt, loginScopes, redirectUri, signInAt, signInHub } from './sign-in-hub.ts';
import type { SignInHub, TestApplication } from './sign-in-hub.ts';
import { openBucket } from '@platform/testkit/stores';

const scope = [...loginScopes, 'tenant:users.read'].join(' ');
let hub: SignInHub;
let receiver: HookReceiver;
let tenant: MadeTenant;
let application: TestApplication;
let config: oidc.Configuration;

beforeAll(async () => {
  receiver = await startHookReceiver();
  hub = await signInHub({ ...hookProperties, 'platform.database.statement-timeout': '1s' });
  await eventually(() => hub.pod.platform.bus.isConnected());
  await openBucket(hub.pod.platform.bus.jetstream()!, 'access-policies');
  tenant = await hub.makeTenant('acme');
  hub.setUser(tenant);
  [application, config] = await registered(tenant);
});
afterAll(async () => {
  await hub.stop();
  await receiver.stop();
});

async function registered(at: MadeTenant): Promise<[TestApplication, oidc.Configuration]> {
  const made = await hub.application(at, {}, { scopes: scope.split(' ') });
  return [made, await hub.client(made)];
}

const ask = (form: Record<string, string>, path = 'token'): Promise<HubReply> =>
  hub.ask(`/oauth2/${path}`, {
    host: tenant.host,
    basic: [application.clientId, application.secret!],
    form,
  });

async function codeForm(): Promise<Record<string, string>> {
  const { url, checks } = await attempt(config, { scope });
  const end = await hub.browser().visit(url.href);
  return {
    grant_type: 'authorization_code',
    code: new URL(end.url).searchParams.get('code') ?? '',
    redirect_uri: redirectUri,
    code_verifier: checks.pkceCodeVerifier,
  };
}

/** Starts an outage, and returns a function that ends it. */
type Outage = () => Promise<() => void | Promise<void>> | (() => void | Promise<void>);

const away =
  (sibling: 'directory' | 'access'): Outage =>
  () => {
    hub.around[sibling].setAway(true);
    return () => hub.around[sibling].setAway(false);
  };

/** Locks a table, so that statements that need it time out. */
const lockTable =
  (table: string): Outage =>
  async () => {
    let release = (): void => undefined;
    let taken = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const isLocked = new Promise<void>((resolve) => (taken = resolve));
    const done = withClient(hub.around.database.url, async (client) => {
      await client.query(`BEGIN; LOCK TABLE hub.${table} IN ACCESS EXCLUSIVE MODE`);
      taken();
      await released;
      await client.query('ROLLBACK');
    });
    await Promise.race([isLocked, done]);
    return async () => {
      release();
      await done;
    };
  };

const outages: [string, Outage][] = [
  ['the directory is unavailable', away('directory')],
  ['the access service is unavailable', away('access')],
  ['queries for codes time out', lockTable('oidc_artifact')],
  ['queries for clients time out', lockTable('application')],
  ['queries for cut-offs time out', lockTable('token_cutoff')],
];

/** A response that OAuth clients understand as a request to retry. */
const tryAgain = {
  status: 503,
  headers: {
    'content-type': expect.stringContaining('application/json'),
    'retry-after': expect.stringMatching(/^[1-9]\d?$/),
    'cache-control': expect.stringContaining('no-store'),
  },
  body: { error: 'temporarily_unavailable', error_description: expect.stringMatching(/\w/) },
};

async function during<T>(outage: Outage, work: () => Promise<T>): Promise<T> {
  const end = await outage();
  try {
    return await work();
  } finally {
    await end();
  }
}

describe('the token endpoint', () => {
  it.each(outages)(
    'asks the client to retry while %s, and the code stays valid',
    async (_what, outage) => {
      const form = await codeForm();
      expect(await during(outage, () => ask(form))).toMatchObject(tryAgain);
      await eventually(async () => (await ask(form)).status === 200);
    },
  );

  it.each(outages.filter(([what]) => !/codes|clients/.test(what)))(
    'asks the client to retry while %s, and the refresh token stays valid',
    async (_what, outage) => {
      const { refresh_token: token } = await signInAt(config, hub.browser(), { scope });
      const form = { grant_type: 'refresh_token', refresh_token: token! };
      expect(await during(outage, () => ask(form))).toMatchObject(tryAgain);
      await eventually(async () => (await ask(form)).status === 200);
    },
  );

  it('asks the client to retry while a required hook fails, and the code stays valid', async () => {
    const hook = receiver.hook(() => ({ status: 500 }));
    const other = await hub.makeTenant('hooked');
    hub.setUser(other);
    hub.around.outbound.setHooks(other.id, 'token_issue', [
      { url: hook.url, failureMode: 'closed' },
    ]);
    [tenant, application, config] = [other, ...(await registered(other))];
    const form = await codeForm();
    expect(await ask(form)).toMatchObject(tryAgain);
    hook.answer(() => ({}));
    expect((await ask(form)).status).toBe(200);
  });

  it.each([
    ['no grant', {}, 400, 'invalid_request'],
    ['an unknown grant', { grant_type: 'password' }, 400, 'unsupported_grant_type'],
    [
      'a grant that the client may not use',
      { grant_type: 'client_credentials' },
      400,
      'unauthorized_client',
    ],
    [
      'an unknown code',
      { grant_type: 'authorization_code', code: 'x', redirect_uri: redirectUri },
      400,
      'invalid_grant',
    ],
    ['an unknown token', { grant_type: 'refresh_token', refresh_token: 'x' }, 400, 'invalid_grant'],
    ['a body that is too large', { grant_type: 'x'.repeat(100_000) }, 400, 'invalid_request'],
  ])('returns an error document for %s', async (_what, form, status, error) => {
    const answer = await ask(form as Record<string, string>);
    expect(answer).toMatchObject({ status, body: { error } });
    expect(answer.headers['content-type']).toContain('application/json');
  });
});

describe('other OAuth endpoints', () => {
  it('ask the client to retry while the user cannot be looked up', async () => {
    const tokens = await signInAt(config, hub.browser());
    const headers = { authorization: `Bearer ${tokens.access_token}` };
    const answer = await during(away('directory'), () =>
      hub.ask('/oauth2/userinfo', { host: tenant.host, headers }),
    );
    expect(answer).toMatchObject(tryAgain);
  });

  it.each(['introspect', 'revoke'])(
    'ask the client to retry while %s cannot read the database',
    async (path) => {
      const { access_token: token } = await signInAt(config, hub.browser());
      const answer = await during(lockTable('token_cutoff'), () => ask({ token }, path));
      expect(answer).toMatchObject(tryAgain);
    },
  );

  it('show a page for a form that is too large', async () => {
    const answer = await hub.ask('/oauth2/authorize', {
      host: tenant.host,
      form: { state: 'x'.repeat(20_000) },
    });
    expect([answer.status, answer.text]).toEqual([413, expect.stringContaining('<h1>')]);
  });
});

describe('a login whose application', () => {
  let own: SignInHub;
  beforeAll(async () => {
    own = await signInHub({}, undefined, [], { ownPages: true });
    own.around.identityFacade.setExperience('', { definition: builtInFlow });
  });
  afterAll(() => own.stop());

  it.each([
    ['disabled', 'UPDATE application SET enabled = false WHERE client_id = $1'],
    ['deleted', 'UPDATE application SET enabled = false, deleted_at = now() WHERE client_id = $1'],
  ])('was %s between two pages shows that', async (what, statement) => {
    const at = await own.makeTenant(what);
    const app = await own.application(at);
    const browser = own.browser();
    const { url } = await attempt(await own.client(app));
    const page = await browser.visit(url.href);
    expect(page.status).toBe(200);
    await own.pod.platform.db.transact(
      { tenantId: at.id, actor: { type: 'system', id: 'test' } },
      (tx) => tx.execute(statement, [app.clientId]),
    );
    const gone = await browser.get(page.url);
    expect([gone.status, gone.text]).toEqual([
      404,
      expect.stringContaining('We don’t recognize this application'),
    ]);
  });
});
