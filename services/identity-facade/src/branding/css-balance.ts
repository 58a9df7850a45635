import { tokenTypes, tokenize } from 'css-tree';

const openers: ReadonlyMap<number, number> = new Map([
  [tokenTypes.LeftCurlyBracket, tokenTypes.RightCurlyBracket],
  [tokenTypes.LeftSquareBracket, tokenTypes.RightSquareBracket],
  [tokenTypes.LeftParenthesis, tokenTypes.RightParenthesis],
  [tokenTypes.Function, tokenTypes.RightParenthesis],
]);

/** A bracket, string or comment that a style sheet leaves open. */
export interface UnclosedToken {
  /** Its first character, or `/*`. */
  mark: string;
  line: number;
  column: number;
}

function placed(css: string, offset: number, mark: string): UnclosedToken {
  const lines = css.slice(0, offset).split(/\r\n|[\n\r\f]/);
  return { mark, line: lines.length, column: (lines.at(-1) ?? '').length + 1 };
}

/**
 * Finds the last bracket, string or comment that a style sheet leaves open. CSS Syntax 3 §5.4 closes them at the end of the sheet,
 * so the parser reports no error, although the author meant a different end.
 */
export function unclosedToken(css: string): UnclosedToken | undefined {
  const open: { offset: number; mark: string; closedBy: number | undefined }[] = [];
  // A string that reaches a line break is a bad string, which distinguishes the end of the sheet from a closing quote.
  tokenize(`${css}\n`, (type, start, end) => {
    const text = css.slice(start, end);
    const closedBy = openers.get(type);
    if (closedBy !== undefined) open.push({ offset: end - 1, mark: text.slice(-1), closedBy });
    else if (type === open.at(-1)?.closedBy) open.pop();
    else if (type === tokenTypes.BadString || type === tokenTypes.BadUrl)
      open.push({ offset: start, mark: text.slice(0, 1), closedBy: undefined });
    else if (type === tokenTypes.Comment && !/^\/\*.*\*\/$/s.test(text))
      open.push({ offset: start, mark: '/*', closedBy: undefined });
  });
  const last = open.at(-1);
  return last && placed(css, last.offset, last.mark);
}
