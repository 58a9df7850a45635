import { problem } from '@platform/kit/problem';

/** Maximum size of a decoded path segment in bytes. */
const maxSegmentBytes = 512;

/** Unicode's control characters (Cc): C0, DEL, C1. */
export const controls = /\p{Cc}/u;

const isDots = (text: string): boolean => text === '.' || text === '..';

// A system behind this one may decode again, so `%252e%252e` is a dot segment too. Four rounds keep
// the work linear.
function becomesDots(decoded: string): boolean {
  let text = decoded;
  for (let round = 0; round < 4 && text.includes('%'); round++) {
    try {
      text = decodeURIComponent(text);
    } catch {
      return false;
    }
  }
  return isDots(text);
}

/**
 * Percent-decodes a path segment once.
 * @throws `malformed_request` for dot segments, otherwise `invalid_parameter`
 */
export function decodeSegment(raw: string): string {
  let decoded = raw;
  if (raw.includes('%')) {
    try {
      // Rejects broken escapes, overlong forms and encoded surrogates.
      decoded = decodeURIComponent(raw);
    } catch {
      throw problem('invalid_parameter', {
        detail: 'A path segment is not valid percent-encoded UTF-8',
      });
    }
    if (controls.test(decoded))
      throw problem('invalid_parameter', { detail: 'A path segment contains a control character' });
  }
  if (Buffer.byteLength(decoded) > maxSegmentBytes) {
    throw problem('invalid_parameter', {
      detail: `A path segment must have at most ${maxSegmentBytes} bytes`,
    });
  }
  if (becomesDots(decoded))
    throw problem('malformed_request', { detail: 'The path must not contain dot segments' });
  return decoded;
}
