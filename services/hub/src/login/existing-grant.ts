import type { Database } from '@platform/kit/database';
import type { Grant, KoaContextWithOIDC } from 'oidc-provider';
import { coversScopes, findClientConsent, recordConsent } from '../account/consents.ts';
import type { ClientExtras } from '../oauth-clients/client-source.ts';
import { withStore } from '../oauth-errors/oauth-error.ts';
import type { SignInSession } from '../sessions/sign-in-session.ts';
import { originOf } from '../tokens/access-policy-check.ts';
import type { SignInGrant } from '../tokens/token-source.ts';

/** What a request asks to be granted. */
export interface AskedGrant {
  scopes: string[];
  claims: string[];
  /** By the name of the resource, those of its own scopes that were asked for. */
  resources: Readonly<Record<string, readonly string[]>>;
}

const own: ReadonlySet<string> = new Set(['sub', 'sid', 'auth_time', 'acr', 'amr', 'iss']);

/** What this request asks for; claims about the sign-in itself need no consent. */
const askedGrant = ({ oidc }: KoaContextWithOIDC): AskedGrant => ({
  scopes: [...oidc.requestParamScopes],
  claims: [...oidc.requestParamClaims].filter((claim) => !own.has(claim)),
  resources: Object.fromEntries(
    Object.entries(oidc.resourceServers ?? {}).map(([resource, { scopes }]) => [
      resource,
      [...oidc.requestParamScopes].filter((scope) => scopes.has(scope)),
    ]),
  ),
});

/** Adds what was asked to a grant: scopes to the issuer's own and to each resource's. */
export function extendGrant(grant: Grant, { scopes, claims, resources }: AskedGrant): void {
  grant.addOIDCScope(scopes.join(' '));
  grant.addOIDCClaims(claims);
  for (const [resource, ofResource] of Object.entries(resources))
    grant.addResourceScope(resource, ofResource.join(' '));
}

/** The part of a grant that is recorded as consent. */
export const consentTo = ({ scopes, claims, resources }: AskedGrant) => ({
  scopes,
  claims,
  resources: Object.keys(resources),
  apiScopes: {},
});

export interface ExistingGrantOptions {
  db: Pick<Database, 'read' | 'transact'>;
  tenantId: string;
}

/** The grant of the session for a client, in the organization that the user is logged into. */
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
 * Finds what the user has granted the client. First-party clients get what they may have; others what the user has consented
 * to, in this session or an earlier one.
 */
export const existingGrant =
  ({ db, tenantId }: ExistingGrantOptions) =>
  async (ctx: KoaContextWithOIDC): Promise<Grant | undefined> => {
    const { provider, client } = ctx.oidc;
    const { accountId: userId, organizationId } = ctx.oidc.session as SignInSession;
    if (!client || userId === undefined) return undefined;
    const known = await grantOfSession(ctx);
    const asked = askedGrant(ctx);
    const { clientId } = client;
    const { first_party: isFirstParty } = client as unknown as ClientExtras;
    const context = { tenantId, actor: { type: 'user', id: userId } } as const;
    const isCovered =
      isFirstParty ||
      coversScopes(
        await withStore(() => db.read(context, (tx) => findClientConsent(tx, userId, clientId))),
        consentTo(asked),
      );
    if (!isCovered) return known;
    const grant =
      known ??
      (Object.assign(new provider.Grant({ accountId: userId, clientId }), {
        organizationId,
      }) as SignInGrant);
    const before = JSON.stringify([grant.openid, grant.resources]);
    extendGrant(grant, asked);
    if (!known || JSON.stringify([grant.openid, grant.resources]) !== before) await grant.save();
    if (isFirstParty)
      await withStore(() =>
        db.transact(context, (tx) =>
          recordConsent(tx, { userId, clientId, ...consentTo(asked) }, originOf(ctx)),
        ),
      );
    return grant;
  };
