import type { KoaContextWithOIDC } from 'oidc-provider';
import type { Artifact, Payload } from '../grants/artifacts.ts';

/** The key of an artifact. */
export interface ArtifactName {
  model: string;
  id: string;
}

/** The code or refresh token of a request, as read together with the client. */
export interface LoadedArtifact extends ArtifactName {
  payload: Payload;
  /** The grant that it was issued for; undefined if the grant no longer exists. */
  grant: Payload | undefined;
}

/** The used refresh token and its successor, which are written in the transaction of the token's last check. */
export interface PendingRotation {
  /** Undefined once another request turns out to have used it, and this one may continue. */
  used?: ArtifactName;
  successor?: Artifact;
}

interface Redemption {
  consumed: ArtifactName[];
  successors: ArtifactName[];
  loaded?: LoadedArtifact;
  rotation?: PendingRotation;
}

const redemptions = new WeakMap<KoaContextWithOIDC, Redemption>();

function redemptionOf(ctx: KoaContextWithOIDC): Redemption {
  const known = redemptions.get(ctx) ?? { consumed: [], successors: [] };
  redemptions.set(ctx, known);
  return known;
}

/** Records the code or token that was read with the client, so that the library's lookups need not read it again. */
export const noteLoaded = (ctx: KoaContextWithOIDC, loaded: LoadedArtifact): void =>
  void (redemptionOf(ctx).loaded = loaded);

/** Returns an artifact that was read with the client; undefined if it must be read. */
export function loadedArtifact(
  ctx: KoaContextWithOIDC | undefined,
  { model, id }: ArtifactName,
): Payload | undefined {
  const loaded = ctx && redemptions.get(ctx)?.loaded;
  if (loaded?.model === model && loaded.id === id) return loaded.payload;
  if (model === 'Grant' && loaded?.grant && loaded.payload['grantId'] === id)
    return { ...loaded.grant, jti: id };
  return undefined;
}

/**
 * Whether the use of a refresh token can be written in one transaction with its successor, because it was unused when the client was read.
 * Otherwise the token is redeemed immediately.
 */
export function mayRotateLater(ctx: KoaContextWithOIDC | undefined, name: ArtifactName): boolean {
  const payload = name.model === 'RefreshToken' ? loadedArtifact(ctx, name) : undefined;
  return payload !== undefined && payload['consumed'] === undefined;
}

/** Begins a rotation; {@link endRotation} ends it. */
export const beginRotation = (ctx: KoaContextWithOIDC, used: ArtifactName): void =>
  void (redemptionOf(ctx).rotation = { used });

/** Returns the rotation that has begun but is not written yet. */
export const pendingRotation = (ctx: KoaContextWithOIDC | undefined): PendingRotation | undefined =>
  ctx && redemptions.get(ctx)?.rotation;

/** Records that the rotation is written, so that a failure of the request undoes it. */
export function endRotation(ctx: KoaContextWithOIDC): void {
  const redemption = redemptionOf(ctx);
  const { used, successor } = redemption.rotation ?? {};
  if (used) redemption.consumed.push(used);
  if (successor) redemption.successors.push({ model: successor.model, id: successor.id });
  delete redemption.rotation;
}

/** Records that a request has redeemed a code or a refresh token. */
export const noteConsumed = (ctx: KoaContextWithOIDC | undefined, name: ArtifactName): void => {
  if (ctx) redemptionOf(ctx).consumed.push(name);
};

/** Records a refresh token that a request has created. */
export const noteSuccessor = (ctx: KoaContextWithOIDC | undefined, name: ArtifactName): void => {
  if (ctx) redemptionOf(ctx).successors.push(name);
};

/** Returns the codes that a request has redeemed. */
export const redeemedCodes = (ctx: KoaContextWithOIDC): ArtifactName[] =>
  redemptionOf(ctx).consumed.filter(({ model }) => model !== 'RefreshToken');

/**
 * Returns what a failed request must release, so that its client can retry. A code is released only after a server error, because RFC 6749
 * §4.1.2 allows one use. A refresh token is always released: a rejected client keeps it, and its next use must not be treated as theft.
 */
export function unredeemed(ctx: KoaContextWithOIDC): Redemption {
  const { consumed, successors } = redemptionOf(ctx);
  const isServerError = ctx.status >= 500;
  return {
    consumed: consumed.filter(({ model }) => isServerError || model === 'RefreshToken'),
    successors,
  };
}
