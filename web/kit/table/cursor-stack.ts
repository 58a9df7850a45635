/**
 * The cursors of the pages before the current one and its own, as the URL keeps them: an API that pages by cursor knows the next page
 * alone. The first page has none.
 */
export type CursorStack = readonly string[];

/** Cursors that a URL keeps; going back further returns to the first page. */
const maxCursors = 40;

export const currentCursor = (stack: CursorStack): string | undefined => stack.at(-1);

export const nextPage = (stack: CursorStack, cursor: string): CursorStack =>
  [...stack, cursor].slice(-maxCursors);

export const previousPage = (stack: CursorStack): CursorStack => stack.slice(0, -1);
