import { expect, test } from 'vitest';
import type { EventListener } from '@platform/kit/bus';
import { people } from '../people/people.ts';
import { accessCache } from './access-cache.ts';

test("an invalidated user's access is not restored from an earlier lookup", async () => {
  const followers: { types: readonly string[]; see: EventListener }[] = [];
  const bus = {
    follow: (types: readonly string[], see: EventListener) => void followers.push({ types, see }),
  };
  let status = 'active';
  const known = people({
    bus,
    peer: () =>
      ({
        service: () => ({
          ResolveUser: async () => ({
            outcome: 'FOUND',
            status,
            groupIds: [],
            tenantRoles: [],
            memberships: [],
            userJson: '{}',
            tokenAttributesJson: '{}',
          }),
        }),
      }) as never,
  });
  const accessOf = accessCache({
    bus,
    people: known,
    ttlMs: 60_000,
    accessOf: async ({ tenantId, principal }) =>
      ({ isActive: (await known.find(tenantId, principal.id))?.status === 'active' }) as never,
  });
  const isActive = async () =>
    (await accessOf({ tenantId: 'tnt_a', principal: { type: 'user', id: 'usr_a' } })).isActive;
  expect(await isActive()).toBe(true);
  status = 'suspended';
  // Each follower receives the event independently, in any order, and tokens are issued in between.
  for (const { types, see } of [...followers].reverse()) {
    if (types.includes('user.*'))
      await see({
        tenantId: 'tnt_a',
        event: { type: 'user.suspended', subject: { type: 'user', id: 'usr_a' } },
      } as never);
    await isActive();
  }
  expect(await isActive()).toBe(false);
});
