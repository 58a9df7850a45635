import { createHash } from 'node:crypto';
import type { StoredObject } from './object-store.ts';

/** Thrown when content has another digest than expected. Nothing was stored. */
export class DigestMismatch extends Error {
  constructor() {
    super('the digest of the content does not match');
    this.name = 'DigestMismatch';
  }
}

/** Content on its way to a store. */
export interface Measured {
  /**
   * The same bytes. Throws a {@link DigestMismatch} at the end if the digest is not the expected
   * one.
   */
  content: AsyncIterable<Uint8Array>;
  /** Size and digest; available once `content` has ended. */
  result(): StoredObject;
  /** Throws the error of the content itself, as opposed to one of the store. */
  throwIfFailed(): void;
}

/** Counts and digests content as it passes. */
export function measured(
  source: AsyncIterable<Uint8Array>,
  { sha256, signal }: { sha256?: string; signal?: AbortSignal },
): Measured {
  const hash = createHash('sha256');
  const failures: unknown[] = [];
  let size = 0;
  let digest = '';

  async function* content(): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of source) {
        signal?.throwIfAborted();
        size += chunk.length;
        hash.update(chunk);
        yield chunk;
      }
      digest = hash.digest('hex');
      if (sha256 !== undefined && digest !== sha256.toLowerCase()) throw new DigestMismatch();
    } catch (error) {
      failures.push(error);
      throw error;
    }
  }

  return {
    content: content(),
    result: () => ({ size, sha256: digest }),
    throwIfFailed() {
      if (failures.length > 0) throw failures[0];
    },
  };
}
