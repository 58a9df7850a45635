import type { KoaContextWithOIDC } from 'oidc-provider';
import type { Artifact, Payload } from '../grants/artifacts.ts';

/** An artifact by which it is found. */
export interface ArtifactName {
  model: string;
  id: string;
}

/** A code or refresh token that a request brings, as it was when the client was read. */
export interface LoadedArtifact extends ArtifactName {
  payload: Payload;
  /** The grant that it comes from; undefined where that is gone. */
  grant: Payload | undefined;
}

/** What is written together with the last check of a token: the refresh token that was used, and the one that follows it. */
export interface PendingRotation {
  /** Undefined once it is known that another request has used it, and that this one may pass. */
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

/** Keeps what a request brings, so that the library's look-ups need not read it again. */
export const noteLoaded = (ctx: KoaContextWithOIDC, loaded: LoadedArtifact): void =>
  void (redemptionOf(ctx).loaded = loaded);

/** What the client was read together with; undefined where that must be read. */
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
 * True where the use of a refresh token may be written with its successor, in one transaction: it was unused a moment ago. A
 * token that was used before is decided about at once.
 */
export function mayRotateLater(ctx: KoaContextWithOIDC | undefined, name: ArtifactName): boolean {
  const payload = name.model === 'RefreshToken' ? loadedArtifact(ctx, name) : undefined;
  return payload !== undefined && payload['consumed'] === undefined;
}

/** Begins a rotation that {@link endRotation} ends. */
export const beginRotation = (ctx: KoaContextWithOIDC, used: ArtifactName): void =>
  void (redemptionOf(ctx).rotation = { used });

/** The rotation that has begun and is not written yet. */
export const pendingRotation = (ctx: KoaContextWithOIDC | undefined): PendingRotation | undefined =>
  ctx && redemptions.get(ctx)?.rotation;

/** Records that the rotation is written: from here on a failure of the request must undo it. */
export function endRotation(ctx: KoaContextWithOIDC): void {
  const redemption = redemptionOf(ctx);
  const { used, successor } = redemption.rotation ?? {};
  if (used) redemption.consumed.push(used);
  if (successor) redemption.successors.push({ model: successor.model, id: successor.id });
  delete redemption.rotation;
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
