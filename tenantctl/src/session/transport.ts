import type { Transport } from '@platform/sdk';

const isLocal = (url: string): boolean => new URL(url).hostname.endsWith('.localhost');

/** Sends requests. Names below `localhost` are this machine (RFC 6761 §6.3), also where the system does not resolve them. */
export const transport: Transport = async (url, init) => {
  if (!isLocal(url)) return globalThis.fetch(url, init);
  const { localFetch } = await import('@platform/command-line/local-fetch');
  return localFetch(url, init);
};
