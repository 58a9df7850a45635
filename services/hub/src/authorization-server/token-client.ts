import type { AdapterPayload, KoaContextWithOIDC } from 'oidc-provider';
import type { ClientSource } from '../oauth-clients/client-source.ts';
import type { TokenRequest } from '../oauth-clients/token-look.ts';
import { noteAdmission } from '../tokens/admissions.ts';
import { artifactOf, hashOf, isHandle } from './artifact-store.ts';
import { noteLoaded } from './redemptions.ts';
import type { ArtifactName } from './redemptions.ts';

/** Parameters that name what a grant redeems. */
const redeeming: Readonly<Record<string, { model: string; parameter: string }>> = {
  authorization_code: { model: 'AuthorizationCode', parameter: 'code' },
  refresh_token: { model: 'RefreshToken', parameter: 'refresh_token' },
};

/** What the request redeems. Its parameters are not checked yet. */
function redeemedBy(params: Record<string, unknown>): ArtifactName | undefined {
  const { model, parameter } = redeeming[String(params['grant_type'])] ?? {};
  const id = parameter === undefined ? undefined : params[parameter];
  return model !== undefined && typeof id === 'string' && !isHandle(id) ? { model, id } : undefined;
}

/** Cut-offs that reach the token of a client by itself. */
const cutsOf = (tenantId: string, clientId: string): TokenRequest['held'] => [
  { tenantId, kind: 'client', id: clientId },
  { tenantId, kind: 'tenant', id: tenantId },
];

/**
 * Reads the client of a request at the token endpoint, together with what the engine asks for next: what is redeemed with its
 * grant, or whether the client may be issued a token.
 */
export async function findTokenClient(
  ctx: KoaContextWithOIDC,
  { clients, tenantId }: { clients: Pick<ClientSource, 'findForToken'>; tenantId: string },
  clientId: string,
): Promise<AdapterPayload | undefined> {
  const params = ctx.oidc.params ?? {};
  const redeemed = redeemedBy(params);
  const isAlone = params['grant_type'] === 'client_credentials';
  const found = await clients.findForToken(tenantId, clientId, {
    held: isAlone ? cutsOf(tenantId, clientId) : [],
    redeemed: redeemed && { model: redeemed.model, hash: hashOf(redeemed.id) },
  });
  if (!found || !('isTenantActive' in found)) return found?.client;
  if (isAlone && found.isTenantActive)
    noteAdmission(ctx, { clientId, at: found.at, began: found.began, notBefore: found.notBefore });
  if (redeemed && found.redeemed)
    noteLoaded(ctx, {
      ...redeemed,
      payload: artifactOf({ payload: found.redeemed, consumedAt: found.consumedAt }, redeemed.id),
      grant: found.granted ?? undefined,
    });
  return found.client;
}
