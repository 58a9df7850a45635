import type { Application, TokenClaims } from '@platform/sdk';

type Claims = Record<string, unknown>;

/** Examples of what each choice adds to a token. */
const added: Record<TokenClaims['claims'][number], Claims> = {
  roles: { roles: ['editor'] },
  permissions: { permissions: ['orders.read', 'orders.refund'] },
  entitlements: { entitlements: ['reports'] },
  elevated_scopes: { elevated_scopes: ['orders.delete'], elevated_until: 1_767_229_200 },
  custom: { 'https://example.com/department': 'Finance' },
};

/** The payload of an access token of an application, as an example. */
export function tokenSample(
  { clientId, allowedScopes, accessTokenTtlSeconds, type }: Application,
  claims: readonly TokenClaims['claims'][number][],
  issuer: string,
): Claims {
  const issuedAt = 1_767_225_600;
  return {
    iss: issuer,
    sub: type === 'm2m' ? clientId : 'usr_01h455vb4pex5vsknk084sn02q',
    client_id: clientId,
    scope: allowedScopes.join(' '),
    iat: issuedAt,
    exp: issuedAt + accessTokenTtlSeconds,
    ...Object.assign({}, ...claims.map((claim) => added[claim])),
  };
}
