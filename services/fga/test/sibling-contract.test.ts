import { accessContract } from '@platform/testkit/access-contract';
import type { AccessWorld } from '@platform/testkit/access-contract';
import { outcomeOf } from '@platform/testkit/sibling-contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessPlatform } from './access-platform.ts';
import type { AccessPlatform } from './access-platform.ts';

let platform: AccessPlatform;
let world: AccessWorld;

beforeAll(async () => {
  platform = await accessPlatform();
  world = { tenantId: platform.hub.tenant('acme').id, as: platform.peer };
});
afterAll(() => platform.stop());

for (const { name, ask, answer } of accessContract)
  test(name, async () => {
    expect(await outcomeOf(ask(world))).toMatchObject(answer);
  });
