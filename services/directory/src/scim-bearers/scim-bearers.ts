export { authenticateScimBearer } from './bearer-authentication.ts';
export type { ScimCaller } from './bearer-authentication.ts';
export { touchBearer } from './bearer-store.ts';
export { bearerExpiries } from './bearer-expiries.ts';
