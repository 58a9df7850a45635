import { hash } from 'node:crypto';
import { canonicalText } from './canonical-text.ts';

export { canonicalText } from './canonical-text.ts';

/** Parts of a record that name a person, and can be removed without breaking the chain. */
export const personalParts = ['actor', 'subject', 'details'] as const;

/** One of {@link personalParts}. */
export type PersonalPart = (typeof personalParts)[number];

/** What stands for the personal parts of a record in the chain; null for a part that the record never had. */
export type Commitments = Readonly<Record<PersonalPart, string | null>>;

/** The salts of the personal parts of a record, base64url; null for a part that the record does not have. */
export type PersonalSalts = Readonly<Record<PersonalPart, string | null>>;

/** The part of a record that never changes: it holds ids, and commitments in place of values that name a person. */
export interface FixedRecord extends Readonly<Record<string, unknown>> {
  tenantId: string;
  seq: number;
  recordedAt: string;
  commitments: Commitments;
}

/** A personal part in clear, with the salt that keeps its commitment from being guessed. */
export interface SaltedValue {
  /** 256 bits, base64url. */
  salt: string;
  value: unknown;
}

/** The hash before the first record of a chain. */
export const chainStart = '0'.repeat(64);

/** In one call: a hash object for each of the few bytes that a record has would cost more than the hashing. */
const sha256 = (data: string | Uint8Array): string => hash('sha256', data, 'hex');

/** SHA-256 of the salt's bytes and the value as RFC 8785 JSON, in hexadecimal. */
export const commitmentOf = ({ salt, value }: SaltedValue): string =>
  sha256(Buffer.concat([Buffer.from(salt, 'base64url'), Buffer.from(canonicalText(value))]));

/** The text that {@link recordHash} is computed of: RFC 8785 JSON. */
export const fixedText = (fixed: FixedRecord): string => canonicalText(fixed);

/** SHA-256 of the text of a record's fixed part, in hexadecimal; see {@link fixedText}. */
export const fixedTextHash = (text: string): string => sha256(text);

/** SHA-256 of the fixed part of a record, in hexadecimal. */
export const recordHash = (fixed: FixedRecord): string => fixedTextHash(fixedText(fixed));

/** SHA-256 of the hash before a record and the record's own, both as bytes: the link of the chain. */
export const chainHash = (previous: string, record: string): string =>
  sha256(Buffer.from(previous + record, 'hex'));

/** One record of a chain, as far as the chain goes. */
export interface ChainLink {
  seq: number;
  recordHash: string;
}

/** Where a chain stands. */
export interface ChainPlace {
  seq: number;
  hash: string;
}

/**
 * The chain after one more record.
 * @throws Error when the record is not the next one
 */
export function nextPlace({ seq, hash }: ChainPlace, link: ChainLink): ChainPlace {
  if (link.seq !== seq + 1)
    throw new Error(`record ${seq + 1} is missing: record ${link.seq} follows record ${seq}`);
  return { seq: link.seq, hash: chainHash(hash, link.recordHash) };
}
