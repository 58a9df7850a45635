const fallback = 'a hook of the tenant denied the request';

/** Converts a hook's message to an error description (RFC 6749 §5.2): printable ASCII without quotes and backslashes. */
export function describable(message: string): string {
  const text = message
    .replace(/[^\x20-\x21\x23-\x5b\x5d-\x7e]+/g, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
  return text === '' ? fallback : text;
}
