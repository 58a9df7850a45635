export { objectKey } from './object-key.ts';
export { objectStores } from './object-stores.ts';
export type { ObjectStores, ObjectStoreSettings } from './object-stores.ts';
export { DigestMismatch } from './measured.ts';
export type {
  ObjectRange,
  ObjectBody,
  ObjectInfo,
  ObjectStore,
  PutOptions,
  StoredObject,
} from './object-store.ts';
export { S3Rejected, putS3Object } from './s3-put.ts';
export type { S3Object } from './s3-put.ts';
