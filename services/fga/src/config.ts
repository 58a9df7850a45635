/** The properties that the access service reads besides those of every service. */
export const fgaConfig = {} as const;
