import type { HookCallBody, HookCommandBody } from '@platform/contracts';
import { Webhook } from 'standardwebhooks';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { defineHook } from './inline-hooks.ts';
import type { HookCall, HookCommand } from './inline-hooks.ts';

const secret = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';

function requestWith(call: object, key = secret): Request {
  const body = JSON.stringify(call);
  const now = new Date();
  const headers = {
    'webhook-id': 'req_1',
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(key).sign('req_1', now, body),
  };
  return new Request('https://hooks.example', { method: 'POST', headers, body });
}

const handler = defineHook('token_issue', {
  secret,
  handle: ({ claims, scopes }) =>
    scopes.includes('plan')
      ? [{ type: 'set_claim', token: 'access', name: 'plan', value: claims['tier'] }]
      : undefined,
});

describe('defineHook', () => {
  it('returns commands', async () => {
    const call = { stage: 'token_issue', scopes: ['plan'], claims: { tier: 'gold' } };
    const response = await handler(requestWith(call));
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      commands: [{ type: 'set_claim', token: 'access', name: 'plan', value: 'gold' }],
    });
  });

  it('returns 204 without commands', async () => {
    const response = await handler(requestWith({ stage: 'token_issue', scopes: [], claims: {} }));
    expect(response.status).toBe(204);
  });

  it('refuses calls that are not from the platform, and of other stages', async () => {
    const other = 'whsec_ICEiIyQlJicoKSorLC0uLzAxMjM0NTY3ODk6Ozw9Pj8=';
    expect((await handler(requestWith({ stage: 'token_issue' }, other))).status).toBe(401);
    expect((await handler(new Request('https://hooks.example'))).status).toBe(401);
    expect((await handler(requestWith({ stage: 'post_login' }))).status).toBe(400);
  });

  it('has the types of the platform', () => {
    expectTypeOf<HookCall>().toEqualTypeOf<HookCallBody>();
    expectTypeOf<HookCommand['type']>().toEqualTypeOf<HookCommandBody['type']>();
    // Never called: what the compiler must refuse.
    const types = () =>
      defineHook('pre_registration', {
        secret,
        // @ts-expect-error the command does not count at this stage
        handle: () => [{ type: 'require_acr', acr: 'mfa' }],
      });
    expect(types).toBeInstanceOf(Function);
  });
});
