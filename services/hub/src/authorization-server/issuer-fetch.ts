import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DirectoryTenant } from '@platform/kit/auth';
import { sendJson } from '@platform/kit/http';
import { noteOwnRequest } from '../provider/own-requests.ts';
import type { providers } from '../provider/providers.ts';
import type { SigningKeys } from '../signing-keys/signing-keys.ts';
import { inProcessFetch } from './in-process-fetch.ts';
import { normalise } from './provider-request.ts';

/** The browser for which the hub calls an issuer. */
export interface OwnCaller {
  tenant: DirectoryTenant;
  ip: string;
  userAgent: string;
}

/** See {@link issuerFetches}. */
export type IssuerFetchOf = (caller: OwnCaller) => typeof globalThis.fetch;

/**
 * Lets the hub call the endpoints of its own issuers as a client does. Access policies and events see the browser's address, not the
 * hub's.
 */
export function issuerFetches({
  providerOf,
  keys,
}: {
  providerOf: ReturnType<typeof providers>;
  keys: Pick<SigningKeys, 'current'>;
}): IssuerFetchOf {
  async function answer(
    req: IncomingMessage,
    res: ServerResponse,
    { tenant, ip, userAgent }: OwnCaller,
  ): Promise<void> {
    const path = (req.url ?? '').split('?', 1)[0]!.slice(1);
    if (path === 'oauth2/jwks')
      return sendJson(res, 200, JSON.stringify((await keys.current()).published));
    const provider = await providerOf(tenant);
    normalise(req, path, tenant.issuer, ip);
    req.headers['user-agent'] = userAgent;
    noteOwnRequest(req);
    await provider.handle(req, res);
  }

  return (caller) =>
    inProcessFetch((req, res) => {
      answer(req, res, caller).catch((error: unknown) => res.destroy(error as Error));
    });
}
