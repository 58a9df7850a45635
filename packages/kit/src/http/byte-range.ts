/** A part of a file, both ends inclusive. */
export interface ByteRange {
  start: number;
  end: number;
}

const form = /^bytes=(\d{0,15})-(\d{0,15})$/;

/**
 * Returns the single range of a `Range` header (RFC 9110 §14.1.2). Undefined if the whole file is
 * to be sent: no header, another unit, several ranges, or a malformed one, all of which a server
 * may ignore.
 */
export function byteRange(
  header: string | undefined,
  size: number,
): ByteRange | 'unsatisfiable' | undefined {
  const parts = form.exec(header ?? '');
  if (!parts || parts[0] === 'bytes=-') return undefined;
  const [, first = '', last = ''] = parts;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return undefined;
  return start >= size ? 'unsatisfiable' : { start, end };
}
