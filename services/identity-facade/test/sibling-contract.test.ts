import { identityContract } from '@platform/testkit/identity-contract';
import type { IdentityWorld } from '@platform/testkit/identity-contract';
import { outcomeOf } from '@platform/testkit/sibling-contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { experiencePlatform } from './experience-fixtures.ts';
import type { ExperiencePlatform } from './experience-fixtures.ts';

let on: ExperiencePlatform;
let world: IdentityWorld;

beforeAll(async () => {
  on = await experiencePlatform();
  const { tenant } = await on.tenant();
  world = { tenantId: tenant.id, hub: on.rpcAs('hub') };
});
afterAll(() => on.stop());

for (const { name, ask, answer } of identityContract)
  test(name, async () => {
    expect(await outcomeOf(ask(world))).toMatchObject(answer);
  });
