/** The parser has no token for `with $expression`, which OpenFGA's later grammar has; it is replaced by a name of the same length that the text does not contain. */
const inlineRestriction = /(?<=\bwith[ \t]+)\$expression(?=[\s,\]])/g;
const standIns = /_inline[0-9a-z]{4}/g;

/** Replaces `$expression` for the parser, and restores it in the result. The replacement occurs nowhere else in the text. */
export function withoutInline(dsl: string): { dsl: string; restored: <T>(result: T) => T } {
  const taken = new Set(dsl.match(standIns));
  const standIn = Array.from(
    { length: taken.size + 1 },
    (_, i) => `_inline${i.toString(36).padStart(4, '0')}`,
  ).find((name) => !taken.has(name)) as string;
  const text = dsl.replace(inlineRestriction, standIn);
  const restore = (value: unknown): unknown => {
    if (typeof value === 'string') return value.replaceAll(standIn, '$expression');
    if (Array.isArray(value)) return value.map(restore);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [restore(key), restore(item)]),
    );
  };
  return {
    dsl: text,
    restored: (result) => (text === dsl ? result : (restore(result) as typeof result)),
  };
}
