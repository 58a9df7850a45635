import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { decodeJwt } from 'jose';
import { newId } from '@platform/kit/ids';
import * as oidc from 'openid-client';
import { apiAdmin, askToken } from './api-resource-world.ts';
import type { ApiAdmin, TestApiResource } from './api-resource-world.ts';
import type { MadeTenant } from './hub-under-test.ts';
import { attempt, signInAt, signInHub } from './sign-in-hub.ts';
import type { SignInHub, StandIn, TestApplication } from './sign-in-hub.ts';

const identifier = 'https://bank.example.com';
const payment = { type: 'payment', amount: '12.50', actions: ['initiate', 'cancel'] };
const paymentType = {
  schema: {
    type: 'object',
    properties: { amount: { type: 'string' }, actions: { type: 'array' } },
    required: ['amount'],
    additionalProperties: false,
  },
  display: { en: 'Pay {/amount}' },
  maxInstances: 2,
};
let hub: SignInHub;
let usual: StandIn;
let tenant: MadeTenant;
let admin: ApiAdmin;
let api: TestApiResource;
let application: TestApplication;
let config: oidc.Configuration;
let n = 0;

beforeAll(async () => {
  hub = await signInHub();
  usual = hub.standIn;
});
beforeEach(async () => {
  hub.standIn = usual;
  tenant = await hub.makeTenant(`acme${++n}`);
  hub.user = newId('user');
  hub.setUser(tenant);
  admin = await apiAdmin(hub, tenant);
  api = await admin.api({ identifier }, ['read']);
  await putType('payment');
  application = await hub.application(tenant);
  await admin.grant(api, application, { detailTypes: ['payment'] });
  config = await hub.client(application);
  hub.seen.length = 0;
});
afterAll(() => hub.stop());

const putType = async (type: string, body: object = paymentType) =>
  expect((await admin.call('PUT', `/${api.id}/detail-types/${type}`, body)).status).toBe(200);
const json = (...details: object[]): string => JSON.stringify(details);
const signIn = (details: string, parameters: Record<string, string> = {}) =>
  signInAt(config, hub.browser(), {
    scope: 'openid offline_access read',
    resource: identifier,
    authorization_details: details,
    ...parameters,
  });
const detailsIn = (token: string): unknown => decodeJwt(token)['authorization_details'];
const errorOf = async (details: string): Promise<string | null> => {
  const { url } = await attempt(config, {
    scope: 'openid read',
    resource: identifier,
    authorization_details: details,
  });
  const { url: end } = await hub.browser().visit(url.href);
  return new URL(end).searchParams.get('error');
};
const refresh = async (token: string | undefined, form: Record<string, string> = {}) =>
  (
    await askToken(hub, application, {
      grant_type: 'refresh_token',
      refresh_token: token!,
      ...form,
    })
  ).body;

describe('authorization details', () => {
  it('are in the token, the response and at introspection, once the user agrees', async () => {
    const tokens = await signIn(json(payment));
    expect(hub.seen.map(({ prompt }) => prompt)).toEqual(['login', 'consent']);
    expect(hub.seen.at(-1)?.apis).toMatchObject([
      { details: [{ display: { en: 'Pay {/amount}' }, detail: payment }] },
    ]);
    expect(detailsIn(tokens.access_token)).toEqual([payment]);
    expect(tokens['authorization_details']).toEqual([payment]);
    const { body } = await hub.ask('/oauth2/introspect', {
      host: tenant.host,
      basic: [application.clientId, application.secret!],
      form: { token: tokens.access_token },
    });
    expect(body).toMatchObject({ active: true, authorization_details: [payment] });
  });

  it('have types that access policies know, at the sign-in and at each token', async () => {
    await hub.expectPolicies(tenant.id, application.clientId);
    const { evaluated } = hub.around.access;
    evaluated.length = 0;
    const tokens = await signIn(json(payment, { ...payment, amount: '3.00' }));
    await refresh(tokens.refresh_token, { authorization_details: '[]' });
    expect(
      new Set(evaluated.map(({ phase, detailTypes }) => `${phase} ${detailTypes.join(' ')}`)),
    ).toEqual(new Set(['authorize payment', 'token payment', 'refresh ']));
  });

  it('can be pushed', async () => {
    const { url, checks } = await attempt(config, {
      scope: 'openid read',
      resource: identifier,
      authorization_details: json(payment),
    });
    const pushed = await hub.ask('/oauth2/par', {
      host: tenant.host,
      basic: [application.clientId, application.secret!],
      form: Object.fromEntries(url.searchParams),
    });
    const query = new URLSearchParams({
      client_id: application.clientId,
      request_uri: pushed.body.request_uri,
    });
    const end = await hub.browser().visit(`${tenant.issuer}/oauth2/authorize?${query}`);
    const tokens = await oidc.authorizationCodeGrant(config, new URL(end.url), checks);
    expect(detailsIn(tokens.access_token)).toEqual([payment]);
  });

  it('are asked for each time, and not granted if the user refuses', async () => {
    const browser = hub.browser();
    for (let i = 0; i < 2; i += 1)
      await signInAt(config, browser, {
        scope: 'openid read',
        resource: identifier,
        authorization_details: json(payment),
      });
    expect(hub.seen.map(({ prompt }) => prompt)).toEqual(['login', 'consent', 'consent']);
    hub.standIn = (request, act) =>
      request.prompt === 'consent' ? act.deny('access_denied', 'no') : act.finish();
    expect(await errorOf(json(payment))).toBe('access_denied');
  });

  it('can be narrowed when the token is requested, never widened', async () => {
    const { refresh_token: token } = await signIn(json(payment));
    const less = { ...payment, actions: ['cancel'] };
    const narrow = await refresh(token, { authorization_details: json(less) });
    expect(detailsIn(narrow.access_token)).toEqual([less]);
    const again = await refresh(narrow.refresh_token);
    expect(detailsIn(again.access_token)).toEqual([payment]);
    for (const more of [
      { ...payment, amount: '99' },
      { ...payment, actions: ['initiate', 'refund'] },
      { type: 'payment', amount: '12.50' },
    ])
      expect(
        (await refresh(again.refresh_token, { authorization_details: json(more) })).error,
      ).toBe('invalid_authorization_details');
  });

  it('drop out of later tokens once their type is removed', async () => {
    const { refresh_token: token } = await signIn(json(payment));
    await admin.call('DELETE', `/${api.id}/detail-types/payment`);
    const later = await refresh(token);
    expect([later.scope, detailsIn(later.access_token)]).toEqual(['read', undefined]);
  });

  it.each([
    ['no JSON', '[{'],
    ['no array', '{"type":"payment"}'],
    ['no type', '[{"amount":"1"}]'],
    ['an unknown type', json({ type: 'transfer' })],
    ['what the schema does not allow', json({ ...payment, currency: 'EUR' })],
    ['too many of a type', json(payment, payment, payment)],
    ['too many elements', json(...Array.from({ length: 21 }, () => payment))],
  ])('are rejected with %s', async (_what, details) => {
    expect(await errorOf(details)).toBe('invalid_authorization_details');
  });

  it('are rejected for a client that may not request the type', async () => {
    await admin.grant(api, application, { detailTypes: [] });
    expect(await errorOf(json(payment))).toBe('invalid_authorization_details');
  });

  it('can be requested by a client for itself, and be in opaque tokens', async () => {
    const worker = await hub.application(tenant, {}, { type: 'm2m' });
    await admin.grant(api, worker, { detailTypes: ['payment'] });
    await admin.call('PATCH', `/${api.id}`, { tokenFormat: 'opaque' });
    const ask = (details: string) =>
      askToken(hub, worker, {
        grant_type: 'client_credentials',
        resource: identifier,
        scope: 'read',
        authorization_details: details,
      });
    const { body } = await ask(json(payment));
    expect(body).toMatchObject({ token_type: 'Bearer', authorization_details: [payment] });
    const seen = await hub.ask('/oauth2/introspect', {
      host: tenant.host,
      basic: [worker.clientId, worker.secret!],
      form: { token: body.access_token },
    });
    expect(seen.body).toMatchObject({ active: true, authorization_details: [payment] });
    for (const bad of [{ type: 'payment' }, { ...payment, amount: 'x'.repeat(17_000) }])
      expect((await ask(json(bad))).body.error).toBe('invalid_authorization_details');
  });

  it('require the sign-in that their type asks for', async () => {
    await putType('payment', { ...paymentType, requires: { acr: 'aal2' } });
    const weak = await signIn(json(payment));
    expect(detailsIn(weak.access_token)).toBeUndefined();
    hub.standIn = (request, act) =>
      request.prompt === 'consent'
        ? act.consent([...request.scopes])
        : act.finish({ acr: 'aal2', amr: ['pwd', 'otp', 'mfa'] });
    expect(detailsIn((await signIn(json(payment))).access_token)).toEqual([payment]);
  });
});

describe('apiDetailTypePut', () => {
  it('creates and replaces types, with an event, and lists them in the metadata', async () => {
    await putType('payment', { ...paymentType, maxInstances: 1 });
    const { body } = await admin.call('GET', `/${api.id}/detail-types`);
    expect(body.data).toMatchObject([{ type: 'payment', maxInstances: 1, requires: null }]);
    const metadata = await admin.call('GET', `/${api.id}/metadata`);
    expect(metadata.body.authorization_details_types_supported).toEqual(['payment']);
  });

  it('takes a type once in a tenant', async () => {
    const other = await admin.api({ identifier: 'api:other' });
    const put = await admin.call('PUT', `/${other.id}/detail-types/payment`, paymentType);
    expect([put.status, put.body.code]).toEqual([409, 'already_exists']);
  });

  it.each([
    ['a reserved type', 'urn:platform:operation', paymentType],
    ['a type with a space', 'a%20b', paymentType],
    ['a schema with a reference', 'transfer', { ...paymentType, schema: { $ref: '#' } }],
    ['no sentence', 'transfer', { ...paymentType, display: {} }],
  ])('rejects %s', async (_what, type, body) => {
    expect((await admin.call('PUT', `/${api.id}/detail-types/${type}`, body)).status).toBe(422);
  });

  it('is refused to applications for types that the API does not have', async () => {
    const put = await admin.call('PUT', `/${api.id}/clients/${application.clientId}`, {
      detailTypes: ['transfer'],
    });
    expect([put.status, put.body.errors[0].pointer]).toEqual([422, '/detailTypes/0']);
  });
});
