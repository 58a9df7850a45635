const dayMs = 86_400_000;
const lifetimeDays = 90;

/**
 * Renders the contacts for reports of vulnerabilities (RFC 9116). It expires 90 days after the day it is served, since a running
 * gateway keeps it current.
 */
export function securityText(
  { contacts, baseUrl }: { contacts: readonly string[]; baseUrl: string },
  now: number,
): string {
  const midnight = Math.floor(now / dayMs) * dayMs;
  return [
    ...contacts.map((contact) => `Contact: ${contact}`),
    `Expires: ${new Date(midnight + lifetimeDays * dayMs).toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${baseUrl}/.well-known/security.txt`,
    '',
  ].join('\n');
}
