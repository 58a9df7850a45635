import type { Property } from '../configuration/property.ts';

/** Properties that the identity facade alone reads. */
export const identityFacadeProperties = {} as const satisfies Record<string, Property<never>>;
