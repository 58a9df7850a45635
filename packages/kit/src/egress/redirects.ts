import type { EgressFailed } from './egress-error.ts';
import { checkedUrl } from './target.ts';
import type { Target, TargetRules } from './target.ts';

/** The current hop of a call, its URL checked. */
export interface Hop {
  url: URL;
  target: Target;
  headers: Readonly<Record<string, string>>;
}

interface Redirectable {
  status: number;
  headers: Record<string, string | string[] | undefined>;
}

/** How to send a call, and what to do with a redirect response. */
export interface Redirecting<R> {
  send(hop: Hop): Promise<R>;
  /** Releases a response whose redirect is followed. */
  leave(response: R): void;
  /** Makes the error for a response whose redirect is not followed. */
  refuse(response: R, cause?: unknown): EgressFailed;
}

const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** Headers that a redirected request keeps: none that could contain a credential. */
const redirectHeaders = /^(accept|accept-language|user-agent)$/i;

const harmless = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => redirectHeaders.test(name)));

function nextHop(location: string, { url }: Hop, rules: TargetRules): Pick<Hop, 'url' | 'target'> {
  const next = checkedUrl(new URL(location, url).href, rules);
  if (next.url.protocol !== url.protocol) throw new Error('another scheme');
  return next;
}

/** Sends a call and follows its redirects as far as the profile allows; checks every hop again. */
export async function followRedirects<R extends Redirectable>(
  method: string,
  first: Hop,
  rules: TargetRules,
  { send, leave, refuse }: Redirecting<R>,
): Promise<R> {
  const maxHops = /^(GET|HEAD)$/.test(method) ? rules.profile.maxRedirects : 0;
  let hop = first;
  for (let hops = 0; ; hops += 1) {
    const response = await send(hop);
    const { location } = response.headers;
    if (!redirectStatuses.has(response.status) || location === undefined) return response;
    if (hops >= maxHops || typeof location !== 'string') throw refuse(response);
    try {
      hop = { ...nextHop(location, hop, rules), headers: harmless(first.headers) };
    } catch (cause) {
      throw refuse(response, cause);
    }
    leave(response);
  }
}
