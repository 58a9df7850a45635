import { isProblem } from '@platform/sdk';
import type { ConditionalOptions, Platform } from '@platform/sdk';
import { isSame } from '../members/difference.ts';
import { membersOf } from '../tenant/tenant-state.ts';
import type { Found } from '../tenant/tenant-state.ts';
import type { Change } from './change.ts';
import { differencesOf } from './plan-of.ts';

/** A resource that exists, and the condition that it has the version of the plan. */
export interface Target {
  id: string;
  resource: object;
  options: ConditionalOptions;
}

const targetOf = ({ id, resource }: Found, etag: string | undefined): Target => ({
  id,
  resource,
  options: etag === undefined ? {} : { ifMatch: etag },
});

const keysById = (ids: ReadonlyMap<string, string>): Map<string, string> =>
  new Map([...ids].map(([address, id]) => [id, address.slice(address.indexOf('/') + 1)]));

/**
 * Makes a change unless the settings of its resource have changed since the plan. The version of a resource can differ although its
 * settings do not: it can count what uses the resource, or an attempt whose response was lost has made the change.
 */
export async function changeUnlessChanged(
  { kind, found, declared, etag }: Change,
  { platform, ids }: { platform: Platform; ids: ReadonlyMap<string, string> },
  send: (target: Target) => PromiseLike<unknown> | undefined,
): Promise<void> {
  if (!found) throw new Error('a change of nothing');
  try {
    await send(targetOf(found, etag));
  } catch (error) {
    if (!isProblem(error, 'precondition_failed') || !kind.get) throw error;
    const { value: resource, etag: newer } = await kind.get(platform, found.resource);
    const members = membersOf(kind, resource, keysById(ids));
    if (declared && differencesOf(kind, members, declared.members).length === 0) return;
    if (!isSame(found.members, members)) throw error;
    await send(targetOf({ ...found, resource }, newer));
  }
}
