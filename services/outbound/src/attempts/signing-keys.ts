import type { EndpointTarget } from '../webhooks/endpoint-target.ts';

export interface HeaderSigningKeys {
  ids: string[];
  secrets: string[];
  headers: Readonly<Record<string, string>>;
}

/**
 * Returns the keys of a request; undefined if any of them cannot be decrypted, because an unsigned
 * request is never sent.
 */
export function headerSigningKeys(
  { headers, secrets }: Pick<EndpointTarget, 'headers' | 'secrets'>,
  at: number,
): HeaderSigningKeys | undefined {
  const live = secrets.filter((s) => s.expiresAt === null || s.expiresAt > at);
  const values = live.flatMap((s) => s.value ?? []);
  if (headers === undefined || values.length === 0 || values.length < live.length) return undefined;
  return { ids: live.map((s) => s.id), secrets: values, headers };
}
