import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { invalid } from '@platform/kit/problem';

/** Opaque tokens that name a revision of a store: version, store digest, revision, checksum. */
export interface ConsistencyTokens {
  encode(storeKey: string, revision: number): string;
  /** The revision; 422 `consistency_token_invalid` for a broken token, or another store's. */
  decode(storeKey: string, token: string, pointer?: string): number;
}

const version = 1;
const length = 21;

/** 422 for a token that cannot be of this store. */
export const consistencyTokenInvalid = (pointer = '/consistency/atLeastAsFresh') => {
  return invalid(pointer, 'consistency_token_invalid', 'is not a consistency token of this store');
};

const storeDigest = (storeKey: string): Buffer =>
  createHash('sha256').update(storeKey).digest().subarray(0, 4);

/** Tokens under keys of the service: made with the active one, taken under those before it too, since callers keep them. */
export function consistencyTokens(active: Buffer, ...old: Buffer[]): ConsistencyTokens {
  const keys = [active, ...old];
  const macOf = (key: Buffer, head: Buffer): Buffer =>
    createHmac('sha256', key).update(head).digest().subarray(0, 8);
  return {
    encode(storeKey, revision) {
      const head = Buffer.alloc(length - 8);
      head.writeUInt8(version);
      storeDigest(storeKey).copy(head, 1);
      head.writeBigUInt64BE(BigInt(revision), 5);
      return Buffer.concat([head, macOf(active, head)]).toString('base64url');
    },
    decode(storeKey, token, pointer) {
      const bytes = Buffer.from(token, 'base64url');
      const head = bytes.subarray(0, length - 8);
      const isOurs =
        bytes.length === length &&
        bytes.toString('base64url') === token &&
        head.readUInt8() === version &&
        keys.some((key) => timingSafeEqual(macOf(key, head), bytes.subarray(length - 8))) &&
        storeDigest(storeKey).equals(head.subarray(1, 5));
      if (!isOurs) throw consistencyTokenInvalid(pointer);
      return Number(head.readBigUInt64BE(5));
    },
  };
}
