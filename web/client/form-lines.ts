/** Lists in forms are text with an entry in each line: they can be pasted, and a conflict shows them by lines. */
export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

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
