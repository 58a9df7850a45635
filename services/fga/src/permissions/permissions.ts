/** The part of permissions that roles use. */
export { holdPermissions, releasePermissionsOf } from './permission-store.ts';
