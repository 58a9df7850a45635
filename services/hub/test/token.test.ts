import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { hubUnderTest } from './hub-under-test.ts';
import type { HubUnderTest, MadeTenant } from './hub-under-test.ts';

let hub: HubUnderTest;
let acme: MadeTenant;
beforeAll(async () => {
  hub = await hubUnderTest();
  acme = await hub.makeTenant('acme');
});
afterAll(() => hub.stop());

describe('client_credentials', () => {
  it('issues a token', async () => {
    const answer = await hub.token(acme, { scope: 'tenant:users.read' });
    expect(answer.body).toMatchObject({ token_type: 'Bearer', expires_in: 600, scope: 'tenant:users.read' });
  });
});
