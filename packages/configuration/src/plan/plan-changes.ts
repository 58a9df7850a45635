import { isProblem } from '@platform/sdk';
import type { Platform } from '@platform/sdk';
import { ConfigurationError } from '../files/configuration-error.ts';
import type { Configuration, Declared } from '../files/read-configuration.ts';
import { eachOf } from '../tenant/each-of.ts';
import { isSame } from '../members/difference.ts';
import { pick } from '../members/members.ts';
import { keysById, membersOf, readTenant } from '../tenant/tenant-state.ts';
import type { Found, StateOptions, TenantState } from '../tenant/tenant-state.ts';
import type { Change, Plan } from './change.ts';
import { planOf } from './plan-of.ts';
import type { PlanOptions } from './plan-of.ts';

/** Options of a plan. */
export interface PlanRequest extends PlanOptions, StateOptions {}

/** Writes a resource as the API would return it, where only the API can tell. */
async function prepared(
  platform: Platform,
  declared: Declared,
  found: Found | undefined,
): Promise<Declared> {
  const { kind, members } = declared;
  const names = Object.keys(members).filter((name) => !kind.creationOnly.includes(name));
  const isStored = found && names.every((name) => isSame(found.members[name], members[name]));
  if (!kind.prepare || isStored) return declared;
  try {
    return { ...declared, members: pick(await kind.prepare(platform, members), kind.members) };
  } catch (error) {
    if (!isProblem(error, 'validation_failed')) throw error;
    const details = error.errors.map(({ detail }) => detail);
    const messages = details.length > 0 ? details : [error.detail];
    throw new ConfigurationError(
      messages.map((message) => ({
        ...declared.placeOf([]),
        message: `${declared.address}: ${message}`,
      })),
    );
  }
}

async function preparedAll(
  platform: Platform,
  { resources }: Configuration,
  state: TenantState,
): Promise<Configuration> {
  const byAddress = new Map(state.resources.map((found) => [found.address, found]));
  return {
    resources: await eachOf(resources, (one) =>
      prepared(platform, one, byAddress.get(one.address)),
    ),
  };
}

/** Reads a resource with its version. Undefined if it has been deleted. */
async function readAgain(
  platform: Platform,
  { kind, resource }: Found,
): Promise<{ value: object; etag: string | undefined } | undefined> {
  try {
    return await kind.get?.(platform, resource);
  } catch (error) {
    if (isProblem(error, 'not_found')) return undefined;
    throw error;
  }
}

/** Lists have no versions: reads those resources again that change. */
async function withVersions(platform: Platform, state: TenantState, plan: Plan) {
  const keys = keysById(state.resources);
  const versions = new Map<string, string | undefined>();
  const again = await eachOf(
    plan.changes.flatMap(({ found }) => found ?? []),
    async (found): Promise<Found | undefined> => {
      if (!found.kind.get) return found;
      const response = await readAgain(platform, found);
      if (!response) return undefined;
      versions.set(found.address, response.etag);
      const { value: resource } = response;
      return { ...found, resource, members: membersOf(found.kind, resource, keys) };
    },
  );
  const changed = new Map(again.flatMap((found) => (found ? [[found.address, found]] : [])));
  const gone = new Set(
    plan.changes.flatMap(({ found }) =>
      found && !changed.has(found.address) ? [found.address] : [],
    ),
  );
  const resources = state.resources
    .filter(({ address }) => !gone.has(address))
    .map((found) => changed.get(found.address) ?? found);
  return { state: { resources }, versions };
}

const versioned = (change: Change, versions: ReadonlyMap<string, string | undefined>): Change => ({
  ...change,
  etag: versions.get(change.address),
});

/**
 * Compares a tenant with what files declare.
 * @param platform the SDK with a token of the tenant
 * @param configuration from `readConfiguration`
 * @returns the changes in the order in which they have to be made
 * @throws ConfigurationError if a name refers to nothing, a change is not possible, or a secret is absent
 */
export async function planChanges(
  platform: Platform,
  configuration: Configuration,
  options: PlanRequest = {},
): Promise<Plan> {
  const { only } = options;
  const resources = configuration.resources.filter(({ kind }) => only?.includes(kind.name) ?? true);
  const listed = await readTenant(platform, resources, options);
  const desired = await preparedAll(platform, { resources }, listed);
  const first = planOf(listed, desired, options);
  const { state, versions } = await withVersions(platform, listed, first);
  const plan = planOf(state, desired, options);
  return { ...plan, changes: plan.changes.map((change) => versioned(change, versions)) };
}
