import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertSpentAssertion } from '../src/spent-assertions/spent-assertions.ts';
import type { SpentAssertion } from '../src/spent-assertions/spent-assertions.ts';
import { hubUnderTest } from './hub-under-test.ts';
import type { HubUnderTest, MadeTenant } from './hub-under-test.ts';

let hub: HubUnderTest;
let acme: MadeTenant;

beforeAll(async () => {
  hub = await hubUnderTest();
  acme = await hub.makeTenant('acme');
});
afterAll(() => hub.stop());

const spend = (more: Partial<SpentAssertion> = {}, tenantId = acme.id): Promise<boolean> =>
  hub.pod.platform.db.transact({ tenantId, actor: { type: 'system', id: 'test' } }, (tx) =>
    insertSpentAssertion(tx, {
      kind: 'assertion',
      issuer: 'client',
      id: 'one',
      expiresAt: new Date(Date.now() + 60_000),
      ...more,
    }),
  );

describe('an assertion', () => {
  it('is accepted by one of several concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => spend({ id: 'raced' })));
    expect(answers.filter(Boolean)).toHaveLength(1);
  });

  it('is another one with another kind, issuer, id or tenant', async () => {
    const globex = await hub.makeTenant('globex');
    expect(await spend()).toBe(true);
    expect(await spend()).toBe(false);
    expect(await spend({ kind: 'dpop' })).toBe(true);
    // Neither part runs into the other.
    expect(await spend({ issuer: 'clientone', id: '' })).toBe(true);
    expect(await spend({ issuer: 'clien', id: 'tone' })).toBe(true);
    expect(await spend({}, globex.id)).toBe(true);
  });
});
