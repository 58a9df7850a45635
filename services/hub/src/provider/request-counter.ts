import type { KoaContextWithOIDC } from 'oidc-provider';
import { oauthRefusal } from '../oauth-errors/oauth-error.ts';
import type { ProviderOptions } from './provider-options.ts';

/** Counts a request; `who` is the client. For a public client it includes the address, so that other callers cannot use up its limit. */
export type CountRequest = (ctx: KoaContextWithOIDC, who: string) => void;

/** Counts requests of clients of one tenant. @throws 429 if the limit is exceeded */
export const requestCounter =
  ({ limits, tenant }: Pick<ProviderOptions, 'limits' | 'tenant'>): CountRequest =>
  (ctx, who) => {
    const refusal = limits.client(tenant.id, who);
    if (!refusal) return;
    ctx.set(refusal);
    throw oauthRefusal(429, 'temporarily_unavailable', 'too many requests from this client');
  };
