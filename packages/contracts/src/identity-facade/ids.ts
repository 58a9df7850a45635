/** Prefixes of the ids that the identity facade mints. */
export const identityFacadeIds = {} as const;
