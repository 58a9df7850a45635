/**
 * Parses an absolute URL (WHATWG); undefined if it is not one. Does not use `URL.canParse`, whose
 * optimized version in Node 20 rejects URLs with a letter such as ü.
 */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
