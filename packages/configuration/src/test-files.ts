import { ConfigurationError } from './files/configuration-error.ts';
import { configurationOf } from './files/read-configuration.ts';
import type { Configuration, ReadOptions } from './files/read-configuration.ts';
import { addressOf, keyOf } from './kinds/kind.ts';
import type { AnyKind } from './kinds/kind.ts';
import type { Members } from './members/members.ts';
import type { Found } from './tenant/tenant-state.ts';

/** The faults of files, a line each. */
export function faultsOf(files: Record<string, string>, options: ReadOptions = {}): string[] {
  try {
    configurationOf(files, { environment: {}, ...options });
    return [];
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return error.message.split('\n');
  }
}

/** Reads files that have no faults. */
export const declaredBy = (
  files: Record<string, string>,
  options: ReadOptions = {},
): Configuration => configurationOf(files, { environment: {}, ...options });

/** A resource of a tenant, as if the API had returned it. */
export function foundResource(kind: AnyKind, members: Members, resource: object = {}): Found {
  const key = keyOf(kind, members);
  const address = addressOf(kind, key);
  return { kind, id: `id of ${address}`, key, address, members, resource, isManaged: true };
}
