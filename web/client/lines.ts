/**
 * Lists in forms are text with an entry in each line: they can be pasted, and a conflict shows them by lines. With `separator`, entries
 * that contain no comma may also be divided by commas.
 */
export const linesOf = (text: string, separator: RegExp = /\n/): string[] =>
  text
    .split(separator)
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** The reverse of {@link linesOf}. */
export const textOfLines = (lines: readonly string[]): string => lines.join('\n');

/** The values of a form with the text of these fields as lists. */
export const withLists = (
  values: Readonly<Record<string, unknown>>,
  names: readonly string[],
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      names.includes(name) && typeof value === 'string' ? linesOf(value) : value,
    ]),
  );
