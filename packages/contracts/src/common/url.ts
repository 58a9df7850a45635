/**
 * An absolute URL (WHATWG), or undefined. Not by `URL.canParse`: in Node 20 its optimized form calls a URL with a letter
 * such as ü no URL.
 */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
