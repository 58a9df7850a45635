import { Provider } from 'oidc-provider';
import type { KoaContextWithOIDC } from 'oidc-provider';
import type { EventOrigin } from '../sessions/session-events.ts';
import { originOf } from './access-policy-check.ts';

/** Who sent the request that the library is working on, for the events that come of it. */
export interface RequestCaller extends EventOrigin {
  /** The client that the request names. */
  clientId?: string | undefined;
}

/** See {@link RequestCaller}; empty outside of a request. */
export function requestCaller(): RequestCaller {
  const ctx = Provider.ctx as KoaContextWithOIDC | undefined;
  return ctx ? { ...originOf(ctx), clientId: ctx.oidc.client?.clientId } : {};
}
