import { isUtf8 } from 'node:buffer';

/** A line of a file, and the offset after it. */
export interface Line {
  /** Undefined for a line with a fault. */
  text: string | undefined;
  fault?: 'too_long' | 'not_utf8';
  end: number;
}

const lineFeed = 0x0a;

/**
 * Splits content into non-empty lines and yields those of each chunk together. A line that is too
 * long is skipped in bounded memory.
 */
export async function* linesOf(
  chunks: AsyncIterable<Buffer>,
  offset: number,
  maxBytes: number,
): AsyncGenerator<Line[]> {
  let pending: Buffer[] = [];
  let pendingBytes = 0;
  let at = offset;

  function lineEnding(tail: Buffer): Line | undefined {
    const isTooLong = pendingBytes + tail.length > maxBytes;
    const bytes = pending.length === 0 ? tail : Buffer.concat([...pending, tail]);
    const isEmpty = !isTooLong && bytes.toString('latin1').trim() === '';
    pending = [];
    pendingBytes = 0;
    if (isEmpty) return undefined;
    if (isTooLong) return { text: undefined, fault: 'too_long', end: at };
    if (!isUtf8(bytes)) return { text: undefined, fault: 'not_utf8', end: at };
    return { text: bytes.toString('utf8'), end: at };
  }

  function keep(rest: Buffer): void {
    pendingBytes += rest.length;
    // A line that exceeds the limit is only counted.
    if (pendingBytes <= maxBytes) pending.push(rest);
    else pending = [];
  }

  for await (const chunk of chunks) {
    const lines: Line[] = [];
    let from = 0;
    for (let to = chunk.indexOf(lineFeed); to >= 0; to = chunk.indexOf(lineFeed, from)) {
      at += to + 1 - from;
      const line = lineEnding(chunk.subarray(from, to));
      if (line) lines.push(line);
      from = to + 1;
    }
    at += chunk.length - from;
    if (from < chunk.length) keep(Buffer.from(chunk.subarray(from)));
    if (lines.length > 0) yield lines;
  }
  const last = pendingBytes > 0 ? lineEnding(Buffer.alloc(0)) : undefined;
  if (last) yield [last];
}
