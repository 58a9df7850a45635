import { Provider } from 'oidc-provider';
import type { KoaContextWithOIDC } from 'oidc-provider';
import type { EventOrigin } from '../sessions/session-events.ts';
import { originOf } from '../tokens/access-policy-check.ts';

/** Who sent the request that the engine is working on, for the events that come of it. */
export interface EngineCaller extends EventOrigin {
  /** The client that the request names. */
  clientId?: string | undefined;
}

/** See {@link EngineCaller}; empty outside of a request. */
export function engineCaller(): EngineCaller {
  const ctx = Provider.ctx as KoaContextWithOIDC | undefined;
  return ctx ? { ...originOf(ctx), clientId: ctx.oidc.client?.clientId } : {};
}
