import type { KoaContextWithOIDC } from 'oidc-provider';

/** An artifact by which it is found. */
export interface ArtifactName {
  model: string;
  id: string;
}

interface Redemption {
  consumed: ArtifactName[];
  successors: ArtifactName[];
}

const redemptions = new WeakMap<KoaContextWithOIDC, Redemption>();

function redemptionOf(ctx: KoaContextWithOIDC): Redemption {
  const known = redemptions.get(ctx) ?? { consumed: [], successors: [] };
  redemptions.set(ctx, known);
  return known;
}

/** Notes that a request has redeemed a code or a refresh token. */
export const noteConsumed = (ctx: KoaContextWithOIDC | undefined, name: ArtifactName): void => {
  if (ctx) redemptionOf(ctx).consumed.push(name);
};

/** Notes a refresh token that a request has made. */
export const noteSuccessor = (ctx: KoaContextWithOIDC | undefined, name: ArtifactName): void => {
  if (ctx) redemptionOf(ctx).successors.push(name);
};

/** Codes that a request has redeemed. */
export const redeemedCodes = (ctx: KoaContextWithOIDC): ArtifactName[] =>
  redemptionOf(ctx).consumed.filter(({ model }) => model !== 'RefreshToken');

/**
 * What a request that ended with an error must give back, so that its client may repeat it. A code is given back only where
 * the fault is ours: RFC 6749 §4.1.2 lets it be used once. A refresh token always is: a client that was refused keeps its
 * token, and its next use must not look like a theft.
 */
export function unredeemed(ctx: KoaContextWithOIDC): Redemption {
  const { consumed, successors } = redemptionOf(ctx);
  const isOurs = ctx.status >= 500;
  return {
    consumed: consumed.filter(({ model }) => isOurs || model === 'RefreshToken'),
    successors,
  };
}
