import { randomBytes } from 'node:crypto';

/** A signing secret in the form of Standard Webhooks. */
export const newSigningSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/** A secret of that form, to check files without the secret. */
export const exampleSecret = `whsec_${Buffer.alloc(32).toString('base64')}`;
