import { parse } from 'jsonc-parser';
import type { ParseError } from 'jsonc-parser';

/** A position in a text; both numbers start at 1. Columns count UTF-16 units, as editors do. */
interface TextPlace {
  line: number;
  column: number;
}

function placeOf(text: string, offset: number): TextPlace {
  const before = text.slice(0, offset).split(/\r\n|\r|\n/);
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

const quote = 0x22;
const backslash = 0x5c;
const opening: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const closing: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/**
 * Returns the index after the string that begins at `start`, or after the text if the string does
 * not end.
 */
function afterString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text.charCodeAt(at) !== quote)
    at += text.charCodeAt(at) === backslash ? 2 : 1;
  return at + 1;
}

/** Whether a text, which may be invalid JSON, nests more than `max` objects and arrays. */
export function isNestedDeeper(text: string, max: number): boolean {
  let depth = 0;
  for (let at = 0; at < text.length;) {
    const code = text.charCodeAt(at);
    if (opening.has(code)) depth += 1;
    else if (closing.has(code)) depth -= 1;
    if (depth > max) return true;
    at = code === quote ? afterString(text, at) : at + 1;
  }
  return false;
}

/**
 * Returns the position where a text stops being JSON; undefined if it cannot be determined. V8's
 * own parser does not always report it. Recurses as deep as the text is nested: check
 * {@link isNestedDeeper} first.
 */
export function jsonSyntaxError(text: string): TextPlace | undefined {
  const errors: ParseError[] = [];
  parse(text, errors, { disallowComments: true, allowTrailingComma: false });
  const [first] = errors.sort((a, b) => a.offset - b.offset);
  return first && placeOf(text, first.offset);
}
