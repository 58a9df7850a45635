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

/** Where a text stops being JSON; undefined where that cannot be said. The engine's own parser does not always tell. */
export function jsonSyntaxError(text: string): TextPlace | undefined {
  const errors: ParseError[] = [];
  parse(text, errors, { disallowComments: true, allowTrailingComma: false });
  const [first] = errors.sort((a, b) => a.offset - b.offset);
  return first && placeOf(text, first.offset);
}
