/** The part of permissions that roles use. */
export {
  holdPermissions,
  releasePermissionsOf,
  releasePermissionsOfApi,
} from './permission-store.ts';
