import { problem } from '../problem/problem.ts';
import type { Problem } from '../problem/problem.ts';

/** What is known of an object without reading it. */
export interface ObjectInfo {
  key: string;
  /** Bytes. */
  size: number;
  modifiedAt: Date;
}

/** An object that was stored. */
export interface StoredObject {
  /** Bytes. */
  size: number;
  /** Of its content, in hexadecimal. */
  sha256: string;
}

/** Settings of one upload. */
export interface PutOptions {
  contentType: string;
  /** Expected digest, in hexadecimal: content with another one is not stored. */
  sha256?: string;
  signal?: AbortSignal;
}

/** From `start` to `end`, both included. */
export interface ObjectRange {
  start: number;
  end: number;
}

/** An object, or a range of it, to be read to its end or left. */
export interface ObjectBody {
  /** Bytes of `body`. */
  size: number;
  body: AsyncIterable<Uint8Array>;
}

/**
 * Objects by key, in a folder or in S3. Every method throws 503 `upstream_unavailable` when the store cannot be reached,
 * and a TypeError for a key of another form than {@link objectKey} gives.
 */
export interface ObjectStore {
  /** Where its objects are, for the row that names one: see `ObjectStores.at`. Holds no secret. */
  readonly location: string;
  /**
   * Stores a stream of any length in bounded memory; an object of the same key is replaced. The object appears whole or
   * not at all.
   * @throws what the stream throws; {@link DigestMismatch}; the reason of `signal`
   */
  put(key: string, content: AsyncIterable<Uint8Array>, options: PutOptions): Promise<StoredObject>;
  /** Undefined where there is no such object. A range must lie within the object. */
  get(key: string, range?: ObjectRange): Promise<ObjectBody | undefined>;
  /** Undefined where there is no such object. */
  head(key: string): Promise<ObjectInfo | undefined>;
  /** Deletes an object, if it is there. */
  delete(key: string): Promise<void>;
  /** Objects whose keys begin with `prefix`, in the order of their keys. */
  list(prefix: string): AsyncIterable<ObjectInfo>;
}

/** The problem of a store that cannot be read or written. */
export const storeUnavailable = (cause: unknown): Problem =>
  problem('upstream_unavailable', {
    detail: 'The object store is not available at the moment',
    cause,
  });
