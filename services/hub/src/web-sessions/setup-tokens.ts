import { randomUUID } from 'node:crypto';
import { setupIntents, setupScope, webClientId } from '@platform/contracts';
import type { DirectoryTenant } from '@platform/kit/auth';
import type { RpcClient } from '@platform/kit/grpc';
import { asProblem } from '@platform/kit/problem';
import type { SetupLinkMessage } from '@platform/protos';
import { SignJWT, importJWK } from 'jose';
import type { SigningKeys } from '../signing-keys/signing-keys.ts';

/** The session of a setup link asks for a new token this often, so that a revoked link ends with it at the latest. */
const lifeSeconds = 300;

export interface SetupTokensOptions {
  keys: Pick<SigningKeys, 'current'>;
  links: () => Pick<RpcClient<'platform.directory.v1.SetupLinks'>, 'Get'>;
}

/**
 * Access tokens of setup links. Their subject is the link, and they have only the scopes of its tasks, which no client can request and
 * no role can grant. There is no refresh token: the hub asks whether the link is still valid.
 */
export function setupTokens({ keys, links }: SetupTokensOptions) {
  async function issue(
    { id: tenantId, issuer }: Pick<DirectoryTenant, 'id' | 'issuer'>,
    { linkId, organizationId, intents = [] }: SetupLinkMessage,
  ): Promise<string> {
    const key = (await keys.current()).signing.ES256!;
    const issuedAt = Math.floor(Date.now() / 1000);
    const scopes = setupIntents.filter((intent) => intents.includes(intent)).map(setupScope);
    return new SignJWT({
      client_id: webClientId,
      tnt: tenantId,
      org_id: organizationId,
      scope: scopes.join(' '),
      sid: linkId,
      jti: randomUUID(),
    })
      .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: key.kid as string })
      .setIssuer(issuer)
      .setAudience('product-api')
      .setSubject(linkId as string)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + lifeSeconds)
      .sign(await importJWK(key));
  }

  return {
    issue,
    /** Issues the next token of a session. Undefined if the link was revoked. @throws 503 while the directory is away */
    async renew(tenant: DirectoryTenant, linkId: string): Promise<string | undefined> {
      try {
        return await issue(
          tenant,
          await links().Get({ tenantId: tenant.id, linkId }, { repeatable: true }),
        );
      } catch (error) {
        if (asProblem(error).code === 'not_found') return undefined;
        throw error;
      }
    },
  };
}

/** See {@link setupTokens}. */
export type SetupTokens = ReturnType<typeof setupTokens>;
