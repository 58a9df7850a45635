import type { SinkSecrets } from './sink-record.ts';

const shortestSecret = 6;

const textsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsIn)
      : [];

/** Returns a destination's response without the credentials that it may echo. */
export function shownDetail(detail: string | null, secrets: SinkSecrets): string | null {
  if (detail === null) return null;
  const hidden = textsIn([secrets.credentials, secrets.headers])
    .filter((text) => text.length >= shortestSecret)
    .flatMap((text) => [text, encodeURIComponent(text), Buffer.from(text).toString('base64')])
    .toSorted((a, b) => b.length - a.length);
  return hidden.reduce((shown, text) => shown.replaceAll(text, '***'), detail);
}
