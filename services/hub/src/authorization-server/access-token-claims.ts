import type { TxContext } from '@platform/kit/database';
import type { Configuration } from 'oidc-provider';
import type { tokenHooks } from '../hooks/token-hooks.ts';
import type { UnsignedToken } from '../tokens/final-revocation-check.ts';
import { addSessionClaims, detachOfflineToken } from '../tokens/session-claims.ts';
import type { tokenClaims } from '../tokens/token-claims.ts';
import type { tokenExchange } from '../tokens/token-exchange.ts';
import type { ProviderOptions } from './provider-options.ts';
import { keepRequestedClaims } from './requested-claims.ts';
import { tokenSettlement } from './token-settlement.ts';

type JwtCustomizer = NonNullable<
  NonNullable<NonNullable<Configuration['formats']>['customizers']>['jwt']
>;

/** What adds claims to a token. */
export interface ClaimSources {
  exchange: Pick<ReturnType<typeof tokenExchange>, 'addActor'>;
  claims: Pick<ReturnType<typeof tokenClaims>, 'addClaims'>;
  hook: Pick<ReturnType<typeof tokenHooks>, 'applyToAccessToken'>;
}

/** Fills an access token before it is signed, in this order: access policies may deny it, and revocations are looked at last. */
export function accessTokenClaims(
  options: ProviderOptions,
  context: TxContext,
  { exchange, claims, hook }: ClaimSources,
): JwtCustomizer {
  const { tenant, db } = options;
  const steps = [options.checkAccess(tenant.id), claims.addClaims, hook.applyToAccessToken];
  const settle = tokenSettlement(options);
  return async (ctx, token, jwt) => {
    jwt.payload['tnt'] = tenant.id;
    addSessionClaims(ctx, token, jwt.payload);
    exchange.addActor(ctx, token, jwt.payload);
    for (const step of steps) {
      const rest = step(ctx, token, jwt);
      if (rest) await rest;
    }
    detachOfflineToken(ctx, token, jwt.payload);
    jwt.payload.iat = await settle(ctx, token as UnsignedToken, jwt.payload.iat as number);
    const kept = keepRequestedClaims(ctx, { db, context, payload: jwt.payload });
    if (kept) await kept;
  };
}
