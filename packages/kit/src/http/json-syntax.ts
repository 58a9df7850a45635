import { parse } from 'jsonc-parser';
import type { ParseError } from 'jsonc-parser';

/** A place in a text; both numbers begin with 1. Columns are counted in UTF-16 units, as editors do. */
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

/** The index after a string that begins at `start`, or after the text if the string does not end. */
function afterString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text.charCodeAt(at) !== quote)
    at += text.charCodeAt(at) === backslash ? 2 : 1;
  return at + 1;
}

/** Whether a text, which may not be valid JSON, opens more than `max` objects and arrays inside each other. */
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
 * Where a text stops being JSON; undefined where that cannot be said. The engine's own parser does not always tell.
 * Recurses as deep as the text is nested: check {@link isNestedDeeper} first.
 */
export function jsonSyntaxError(text: string): TextPlace | undefined {
  const errors: ParseError[] = [];
  parse(text, errors, { disallowComments: true, allowTrailingComma: false });
  const [first] = errors.sort((a, b) => a.offset - b.offset);
  return first && placeOf(text, first.offset);
}
