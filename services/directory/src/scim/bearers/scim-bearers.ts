export { authenticateScimBearer } from './bearer-authentication.ts';
export type { ScimCaller } from './bearer-authentication.ts';
export { bearerExpiries, touchBearer } from './bearer-store.ts';
