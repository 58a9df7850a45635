export { listIdentityProviders as identityProvidersOf } from './identity-provider-store.ts';
export type { IdentityProvider } from './identity-provider-store.ts';
