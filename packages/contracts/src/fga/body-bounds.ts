/** Limits of the bodies of access operations: 512 KiB, 32 levels. */
export const bodyBounds = { maxBodyBytes: 524_288, maxJsonDepth: 32 } as const;
