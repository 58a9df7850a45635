import { lookup as systemLookup } from 'node:dns/promises';

const hostsFile =
  process.platform === 'win32' ? 'C:\\Windows\\System32\\drivers\\etc\\hosts' : '/etc/hosts';

/** Resolves a name like other programs on this machine. */
type Lookup = (host: string) => Promise<unknown>;

/**
 * Advice if the hosts of these issuers cannot be resolved; undefined if they can. Most browsers resolve names below `localhost`
 * themselves (RFC 6761 §6.3), other programs ask the system.
 */
export async function hostsAdvice(
  issuers: readonly string[],
  lookup: Lookup = systemLookup,
): Promise<string | undefined> {
  const hosts = issuers.map((issuer) => new URL(issuer).hostname);
  const isResolved = await Promise.all(
    hosts.map((host) =>
      lookup(host).then(
        () => true,
        () => false,
      ),
    ),
  );
  const unresolved = hosts.filter((_, i) => !isResolved[i]);
  if (unresolved.length === 0) return undefined;
  return [
    'This machine does not resolve names below localhost. Chrome, Edge and Firefox',
    `resolve them automatically; for Safari and other programs, add this to ${hostsFile}:`,
    ...unresolved.map((host) => `  127.0.0.1 ${host}`),
  ].join('\n');
}
