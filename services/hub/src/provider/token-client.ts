import type { KoaContextWithOIDC } from 'oidc-provider';
import type { ClientSource, RedeemingClient } from '../oauth-clients/client-source.ts';
import { artifactOf, hashOf, isHandle } from '../grants/artifacts.ts';
import { noteLoaded } from '../tokens/redemptions.ts';
import type { ArtifactName } from '../tokens/redemptions.ts';

/** The parameters with the code or token that a grant redeems. */
const redeeming: Readonly<Record<string, { model: string; parameter: string }>> = {
  authorization_code: { model: 'AuthorizationCode', parameter: 'code' },
  refresh_token: { model: 'RefreshToken', parameter: 'refresh_token' },
};

/** Returns the code or token that the request redeems. The library has not checked the parameters yet. */
function redeemedBy(params: Record<string, unknown>): ArtifactName | undefined {
  const { model, parameter } = redeeming[String(params['grant_type'])] ?? {};
  const id = parameter === undefined ? undefined : params[parameter];
  return model !== undefined && typeof id === 'string' && !isHandle(id) ? { model, id } : undefined;
}

/** Reads the client of a token request in one query with the code or token that it redeems, the grant, and the APIs that it names. */
export async function findTokenClient(
  ctx: KoaContextWithOIDC,
  { clients, tenantId }: { clients: ClientSource; tenantId: string },
  clientId: string,
  names: readonly string[],
): Promise<Pick<RedeemingClient, 'client' | 'apis'> | undefined> {
  const redeemed = redeemedBy(ctx.oidc.params ?? {});
  if (!redeemed) return clients.findNaming(tenantId, clientId, names);
  const { model, id } = redeemed;
  const found = await clients.findRedeeming(tenantId, clientId, { model, hash: hashOf(id) }, names);
  if (found?.redeemed)
    noteLoaded(ctx, {
      ...redeemed,
      payload: artifactOf({ payload: found.redeemed, consumedAt: found.consumedAt ?? null }, id),
      grant: found.granted ?? undefined,
    });
  return found;
}
