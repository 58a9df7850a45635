import type { Transport } from '@platform/sdk';
import { isPlain, sendPlain } from './plain-request.ts';

const isLocal = (url: string): boolean => new URL(url).hostname.endsWith('.localhost');

/** Sends requests, also to names below `localhost`, which are this machine. */
export const transport: Transport = async (url, init) => {
  if (isPlain(init)) return sendPlain(url, init);
  if (!isLocal(url)) return globalThis.fetch(url, init);
  const { localFetch } = await import('@platform/command-line/local-fetch');
  return localFetch(url, init);
};
