import { contextNames, services } from '../services.ts';
import type { ContextName } from '../services.ts';

/** Services that keep data of tenants: once a tenant is deleted, each purges it and publishes `tenant.purged`. */
export const purgingServices: readonly ContextName[] = contextNames.filter(
  (name) => services[name].purgesTenants,
);

/** Those that have not purged yet, given the names of those that have. */
export const awaitedServices = (purgedBy: readonly string[]): ContextName[] =>
  purgingServices.filter((name) => !purgedBy.includes(name));
