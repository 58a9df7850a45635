import type { Database } from '@platform/kit/database';
import type { Grant, KoaContextWithOIDC } from 'oidc-provider';
import { coversScopes, findClientConsent, recordConsent } from '../../account/consents.ts';
import type { ClientExtras } from '../../oauth-clients/client-source.ts';
import { withStore } from '../../oauth-errors/oauth-error.ts';
import type { SignInSession } from '../../sessions/sign-in-session.ts';
import { originOf } from '../../tokens/access-policy-check.ts';
import type { RequestedApis } from '../../tokens/requested-apis.ts';
import type { SignInGrant } from '../../tokens/token-source.ts';
import { apisOfRequest, consentTo, extendGrant, requestedGrant } from './requested-grant.ts';

export interface ExistingGrantOptions {
  db: Pick<Database, 'read' | 'transact'>;
  tenantId: string;
  apis: RequestedApis;
}

/** The session's grant for the client, if it was given by the user of the session in its organization. */
async function grantOfSession(ctx: KoaContextWithOIDC): Promise<SignInGrant | undefined> {
  const { provider, client, result } = ctx.oidc;
  const session = ctx.oidc.session as SignInSession;
  const id = result?.consent?.grantId ?? session.grantIdFor(client!.clientId);
  const grant = id ? ((await provider.Grant.find(id)) as SignInGrant | undefined) : undefined;
  return grant?.accountId === session.accountId && grant?.organizationId === session.organizationId
    ? grant
    : undefined;
}

/**
 * Finds or extends the grant of the user to the client. First-party clients are granted what they request; others if the user has
 * consented to all of it, in this session or an earlier one.
 */
export const existingGrant =
  ({ db, tenantId, apis: requestedApis }: ExistingGrantOptions) =>
  async (ctx: KoaContextWithOIDC): Promise<Grant | undefined> => {
    const { provider, client } = ctx.oidc;
    const { accountId: userId, organizationId } = ctx.oidc.session as SignInSession;
    if (!client || userId === undefined) return undefined;
    const known = await grantOfSession(ctx);
    const apis = await apisOfRequest(ctx, requestedApis);
    const requested = requestedGrant(ctx, apis);
    const { clientId } = client;
    const { first_party: isFirstParty } = client as unknown as ClientExtras;
    const context = { tenantId, actor: { type: 'user', id: userId } } as const;
    const isCovered =
      isFirstParty ||
      coversScopes(
        await withStore(() => db.read(context, (tx) => findClientConsent(tx, userId, clientId))),
        consentTo(requested, apis),
      );
    if (!isCovered) return known;
    const grant =
      known ??
      (Object.assign(new provider.Grant({ accountId: userId, clientId }), {
        organizationId,
      }) as SignInGrant);
    const before = JSON.stringify([grant.openid, grant.resources]);
    extendGrant(grant, requested);
    if (!known || JSON.stringify([grant.openid, grant.resources]) !== before) await grant.save();
    if (isFirstParty)
      await withStore(() =>
        db.transact(context, (tx) =>
          recordConsent(
            tx,
            { userId, clientId, ...consentTo(requested, apis, { isStored: true }) },
            originOf(ctx),
          ),
        ),
      );
    return grant;
  };
