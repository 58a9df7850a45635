import { problem } from '../problem/problem.ts';
import type { Problem } from '../problem/problem.ts';

/** Metadata of an object. */
export interface ObjectInfo {
  key: string;
  /** Size in bytes. */
  size: number;
  modifiedAt: Date;
}

/** A stored object. */
export interface StoredObject {
  /** Size in bytes. */
  size: number;
  /** Digest of its content, in hexadecimal. */
  sha256: string;
}

/** Settings of one upload. */
export interface PutOptions {
  contentType: string;
  /** Expected digest, in hexadecimal: content with another digest is not stored. */
  sha256?: string;
  signal?: AbortSignal;
}

/** From `start` to `end`, both inclusive. */
export interface ObjectRange {
  start: number;
  end: number;
}

/** An object, or a range of it. Read it to its end or abandon it. */
export interface ObjectBody {
  /** Length of `body` in bytes. */
  size: number;
  body: AsyncIterable<Uint8Array>;
}

/**
 * Objects by key, in a folder or in S3. Every method throws 503 `upstream_unavailable` if the store
 * cannot be reached, and a TypeError for a key that does not have the form of {@link objectKey}.
 */
export interface ObjectStore {
  /**
   * Location of its objects, to be stored in the rows that refer to them: see `ObjectStores.at`.
   * Contains no secret.
   */
  readonly location: string;
  /**
   * Stores a stream of any length in bounded memory, replacing an object with the same key. The
   * object appears as a whole or not at all.
   * @throws errors of the stream; {@link DigestMismatch}; the reason of `signal`
   */
  put(key: string, content: AsyncIterable<Uint8Array>, options: PutOptions): Promise<StoredObject>;
  /** Undefined if there is no such object. A range must lie within the object. */
  get(key: string, range?: ObjectRange): Promise<ObjectBody | undefined>;
  /** Undefined if there is no such object. */
  head(key: string): Promise<ObjectInfo | undefined>;
  /** Deletes an object, if it exists. */
  delete(key: string): Promise<void>;
  /** Lists the objects whose keys begin with `prefix`, in the order of their keys. */
  list(prefix: string): AsyncIterable<ObjectInfo>;
}

/** Builds the problem for a store that cannot be read or written. */
export const storeUnavailable = (cause: unknown): Problem =>
  problem('upstream_unavailable', {
    detail: 'The object store is not available at the moment',
    cause,
  });
