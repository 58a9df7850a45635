import type { CompleteIdentityLinkRequest } from '@platform/sdk';

const known = ['state', 'code', 'iss', 'error', 'user'] as const;

/** The response of a provider in the fragment of the address; undefined without one. */
export function responseIn(hash: string): CompleteIdentityLinkRequest | undefined {
  const parameters = new URLSearchParams(hash.replace(/^#/, ''));
  const state = parameters.get('state');
  if (state === null) return undefined;
  const given = known.flatMap((name) => {
    const value = parameters.get(name);
    return value ? [[name, value]] : [];
  });
  return { ...Object.fromEntries(given), state } as CompleteIdentityLinkRequest;
}
