import { contextNames, services } from '../services.ts';
import type { ContextName } from '../services.ts';

/**
 * Services that store data of tenants: after a tenant is deleted, each of them purges it and
 * publishes `tenant.purged`.
 */
export const purgingServices: readonly ContextName[] = contextNames.filter(
  (name) => services[name].purgesTenants,
);

/** Returns the services that have not purged yet, given those that have. */
export const awaitedServices = (purgedBy: readonly string[]): ContextName[] =>
  purgingServices.filter((name) => !purgedBy.includes(name));
