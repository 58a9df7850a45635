import type { AccessClaims } from '@platform/kit/auth';
import type { SecretBox } from '@platform/kit/secrets';
import { decodeJwt } from 'jose';
import type { RefreshedTokens } from '@platform/relying-party';

/** The tokens of a session, and the claims of its access token, which the hub has issued itself. */
export interface WebTokens extends RefreshedTokens {
  claims: AccessClaims;
}

/** Where tokens are sealed: they cannot be opened as those of another session. */
const placeOf = (tenantId: string, idHash: Buffer) => ({
  tenantId,
  field: `web_session/${idHash.toString('hex')}`,
});

/** Adds the claims of the access token. */
export const webTokens = ({ accessToken, refreshToken }: RefreshedTokens): WebTokens => ({
  accessToken,
  refreshToken,
  claims: decodeJwt<AccessClaims>(accessToken),
});

export const sealTokens = (
  secrets: Pick<SecretBox, 'seal'>,
  { tenantId, idHash }: { tenantId: string; idHash: Buffer },
  { accessToken, refreshToken }: RefreshedTokens,
): string => secrets.seal(JSON.stringify({ accessToken, refreshToken }), placeOf(tenantId, idHash));

export const openTokens = (
  secrets: Pick<SecretBox, 'open'>,
  { tenantId, idHash }: { tenantId: string; idHash: Buffer },
  sealed: string,
): WebTokens =>
  webTokens(JSON.parse(secrets.open(sealed, placeOf(tenantId, idHash))) as RefreshedTokens);
