import type { OwnerName } from '../catalogue.ts';

/** Services that keep something of a tenant: once it is deleted, each purges it and says so with `tenant.purged`. */
export const purgingServices: readonly OwnerName[] = ['hub', 'directory', 'fga', 'outbound'];

/** Those that have not yet, given the names of those that have. */
export const awaitedServices = (purgedBy: readonly string[]): OwnerName[] =>
  purgingServices.filter((name) => !purgedBy.includes(name));
