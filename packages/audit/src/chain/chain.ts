import { hash } from 'node:crypto';
import { canonicalText } from './canonical-text.ts';

export { canonicalText } from './canonical-text.ts';

/** Parts of a record that identify a person. They can be removed without breaking the chain. */
export const personalParts = ['actor', 'subject', 'details'] as const;

/** One of {@link personalParts}. */
export type PersonalPart = (typeof personalParts)[number];

/**
 * The commitments to a record's personal parts, which the chain contains in their place; null for a
 * part that the record never had.
 */
export type Commitments = Readonly<Record<PersonalPart, string | null>>;

/**
 * The salts of a record's personal parts, base64url; null for a part that the record does not have.
 */
export type PersonalSalts = Readonly<Record<PersonalPart, string | null>>;

/**
 * The immutable part of a record: contains ids, and commitments in place of values that identify a
 * person.
 */
export interface FixedRecord extends Readonly<Record<string, unknown>> {
  tenantId: string;
  seq: number;
  recordedAt: string;
  commitments: Commitments;
}

/** A personal part in plain text, with the salt that keeps its commitment from being guessed. */
export interface SaltedValue {
  /** 256 bits, base64url. */
  salt: string;
  value: unknown;
}

/** The hash before the first record of a chain. */
export const chainStart = '0'.repeat(64);

/** Hashed in one call: for a record's few bytes, a hash object would cost more than the hashing. */
const sha256 = (data: string | Uint8Array): string => hash('sha256', data, 'hex');

/** Returns the SHA-256 of the salt's bytes and the value as RFC 8785 JSON, in hexadecimal. */
export const commitmentOf = ({ salt, value }: SaltedValue): string =>
  sha256(Buffer.concat([Buffer.from(salt, 'base64url'), Buffer.from(canonicalText(value))]));

/** Returns the text that {@link recordHash} hashes: RFC 8785 JSON. */
export const fixedText = (fixed: FixedRecord): string => canonicalText(fixed);

/**
 * Returns the SHA-256 of the text of a record's fixed part, in hexadecimal; see {@link fixedText}.
 */
export const fixedTextHash = (text: string): string => sha256(text);

/** Returns the SHA-256 of the fixed part of a record, in hexadecimal. */
export const recordHash = (fixed: FixedRecord): string => fixedTextHash(fixedText(fixed));

/**
 * Returns the chain hash after a record: SHA-256 of the previous chain hash and the record's own
 * hash, both as bytes.
 */
export const chainHash = (previous: string, record: string): string =>
  sha256(Buffer.from(previous + record, 'hex'));

/** The part of a record that the chain covers. */
export interface ChainLink {
  seq: number;
  recordHash: string;
}

/** The head of a chain: its last sequence number and hash. */
export interface ChainPlace {
  seq: number;
  hash: string;
}

/**
 * Returns the head of the chain after one more record.
 * @throws Error if the record is not the next one
 */
export function nextPlace({ seq, hash }: ChainPlace, link: ChainLink): ChainPlace {
  if (link.seq !== seq + 1)
    throw new Error(`record ${seq + 1} is missing: record ${link.seq} follows record ${seq}`);
  return { seq: link.seq, hash: chainHash(hash, link.recordHash) };
}
