import type { Database, Tx } from '@platform/kit/database';
import { errors } from 'oidc-provider';
import { revokeGrant } from '../grants/grants.ts';
import { withStore } from '../oauth-errors/oauth-error.ts';
import { consumeArtifact, findRedemption } from '../grants/artifacts.ts';
import { clientGrant } from '../grants/client-grant.ts';
import type { ClientGrant } from '../grants/client-grant.ts';
import { requestCaller } from './request-caller.ts';
import type { RequestCaller } from './request-caller.ts';
import type { ArtifactName } from './redemptions.ts';

export interface RedeemOptions {
  db: Pick<Database, 'transact'>;
  tenantId: string;
  /** How long a used refresh token can be used again. */
  leewaySeconds: number;
  /** Called in the transaction in which the reuse of a refresh token has ended its family. */
  onReuse: (tx: Tx, granted: ClientGrant, caller: RequestCaller) => Promise<void>;
}

/**
 * Revokes the grant of a code or token that was redeemed before; a refresh token passes within the leeway. While the first redemption is in
 * progress, no token has been issued, so the second one is only rejected (RFC 6749 §4.1.2 revokes "tokens previously issued").
 */
async function redeemedBefore(
  { leewaySeconds, onReuse }: RedeemOptions,
  tx: Tx,
  { model, id }: ArtifactName,
): Promise<'passes' | 'reused'> {
  const before = await findRedemption(tx, { model, id }, leewaySeconds);
  if (model === 'RefreshToken' && before?.isRecent) return 'passes';
  if (!before?.grantId || before.isUnderWay) return 'reused';
  const owner = await revokeGrant(tx, before.grantId);
  const granted = model === 'RefreshToken' ? clientGrant(before.payload) : undefined;
  if (owner && granted) await onReuse(tx, granted, requestCaller());
  return 'reused';
}

/**
 * Redeems a code or token. Only one redemption is the first; a second one revokes the grant, except for a refresh token within the
 * leeway, which passes. @throws OAuth errors if it cannot be redeemed
 */
export async function redeemArtifact(
  options: RedeemOptions,
  name: ArtifactName,
): Promise<'first' | 'passes'> {
  const { db, tenantId } = options;
  const context = { tenantId, actor: { type: 'system', id: 'hub' } } as const;
  const outcome = await withStore(() =>
    db.transact(context, async (tx) =>
      (await consumeArtifact(tx, name.model, name.id))
        ? 'first'
        : redeemedBefore(options, tx, name),
    ),
  );
  if (outcome !== 'reused') return outcome;
  if (name.model === 'PushedAuthorizationRequest')
    throw new errors.InvalidRequestUri('the request_uri has already been used');
  throw new errors.InvalidGrant('it has already been redeemed');
}
