/** The lines of a text that have content, without the space around them: a list as people type it. */
export const linesOf = (text: string): string[] =>
  text
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** The reverse: one entry a line. */
export const textOfLines = (lines: readonly string[]): string => lines.join('\n');
