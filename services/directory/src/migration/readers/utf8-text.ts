import { isUtf8 } from 'node:buffer';
import type { RowProblem } from '../mapping/record-mapping.ts';

/**
 * The fault of a record whose bytes are not UTF-8. With replacement characters it would be a
 * different record.
 */
export const notUtf8: RowProblem = {
  pointer: null,
  code: 'malformed_record',
  detail: 'the record is not valid UTF-8',
};

/** Bytes above 0x7f become lone surrogates, which no valid text contains. */
const escapeBase = 0xdc00;
const maxSequence = 4;

const sequenceLength = (lead: number): number => {
  if (lead < 0x80) return 1;
  if (lead < 0xe0) return 2;
  return lead < 0xf0 ? 3 : maxSequence;
};

/**
 * Decodes UTF-8. Invalid bytes become unpaired surrogates, so that only their record is rejected.
 */
export function escapedText(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString('utf8');
  const parts: string[] = [];
  for (let at = 0; at < bytes.length;) {
    const lead = bytes[at] ?? 0;
    const sequence = bytes.subarray(at, at + sequenceLength(lead));
    const isValid = isUtf8(sequence);
    parts.push(isValid ? sequence.toString('utf8') : String.fromCharCode(escapeBase + lead));
    at += isValid ? sequence.length : 1;
  }
  return parts.join('');
}

/** Number of bytes at the end that may begin a character. */
function openBytes(bytes: Buffer): number {
  for (let open = 1; open < maxSequence && open <= bytes.length; open += 1) {
    const byte = bytes[bytes.length - open] ?? 0;
    if (byte >= 0xc0) return sequenceLength(byte) > open ? open : 0;
    if (byte < 0x80) return 0;
  }
  return 0;
}

/**
 * Decodes chunks like {@link escapedText}. Calls `onInvalid` before the first text with an invalid
 * byte.
 */
export async function* escapedTexts(
  chunks: AsyncIterable<Buffer>,
  onInvalid: () => void,
): AsyncGenerator<string> {
  let pending: Buffer = Buffer.alloc(0);
  const decoded = (bytes: Buffer): string => {
    if (!isUtf8(bytes)) onInvalid();
    return escapedText(bytes);
  };
  for await (const chunk of chunks) {
    const bytes = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
    const end = bytes.length - openBytes(bytes);
    pending = bytes.subarray(end);
    yield decoded(bytes.subarray(0, end));
  }
  if (pending.length > 0) yield decoded(pending);
}

/**
 * Whether text or a name in a record contains an invalid byte. Iterative, because records may be
 * nested to any depth.
 */
export function hasInvalidText(record: unknown): boolean {
  const left: unknown[] = [record];
  while (left.length > 0) {
    const value = left.pop();
    if (typeof value === 'string' && /\p{Surrogate}/u.test(value)) return true;
    if (typeof value === 'object' && value !== null)
      for (const [name, member] of Object.entries(value)) left.push(name, member);
  }
  return false;
}
