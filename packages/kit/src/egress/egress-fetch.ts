import type { Egress, EgressRequest } from './egress-calls.ts';

const withoutBody: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * Wraps the client as a `fetch`, for libraries that take one (OIDC, OAuth). Fails like `request`,
 * and with a TypeError for a response beyond the limit. The profile decides on redirects;
 * `init.redirect` is ignored.
 */
export const egressFetch =
  (
    client: Pick<Egress, 'request'>,
    settings: Pick<EgressRequest, 'tenantId' | 'timeoutMs' | 'maxResponseBytes'>,
  ) =>
  async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    const body = request.body === null ? undefined : new Uint8Array(await request.arrayBuffer());
    const answer = await client.request({
      ...settings,
      method: request.method,
      url: request.url,
      headers: Object.fromEntries(request.headers),
      signal: request.signal,
      ...(body === undefined ? {} : { body }),
    });
    if (answer.truncated) throw new TypeError('the response is too large');
    const headers = Object.entries(answer.headers).flatMap(([name, value]) =>
      [value ?? []].flat().map((one): [string, string] => [name, one]),
    );
    return new Response(withoutBody.has(answer.status) ? null : new Uint8Array(answer.body), {
      status: answer.status,
      headers,
    });
  };
