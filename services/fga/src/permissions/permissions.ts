/** What roles ask of permissions. */
export { holdPermissions, releasePermissionsOf } from './permission-store.ts';
