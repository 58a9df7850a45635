import { Provider } from 'oidc-provider';
import type { KoaContextWithOIDC } from 'oidc-provider';
import type { EventOrigin } from '../sessions/session-events.ts';
import { originOf } from './access-policy-check.ts';

/** The caller of the request that the library processes, for its events. */
export interface RequestCaller extends EventOrigin {
  /** The client of the request. */
  clientId?: string | undefined;
}

/** Returns the caller of the current request; empty outside a request. */
export function requestCaller(): RequestCaller {
  const ctx = Provider.ctx as KoaContextWithOIDC | undefined;
  return ctx ? { ...originOf(ctx), clientId: ctx.oidc.client?.clientId } : {};
}
