/** Prefixes of the ids that compliance mints. */
export const complianceIds = {} as const;
