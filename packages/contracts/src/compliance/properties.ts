import type { Property } from '../configuration/property.ts';

/** Properties that compliance alone reads. */
export const complianceProperties = {} as const satisfies Record<string, Property<never>>;
