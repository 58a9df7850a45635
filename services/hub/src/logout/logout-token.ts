import { randomUUID } from 'node:crypto';
import { SignJWT, importJWK } from 'jose';
import type { JWK } from 'jose';

/** The content of a logout token (OpenID Connect Back-Channel Logout 1.0 §2.4). */
export interface LogoutNotice {
  issuer: string;
  clientId: string;
  userId: string;
  sid: string;
}

const lifeSeconds = 120;

/** Creates a logout token, signed with the key and its `alg`. */
export async function logoutToken(
  { issuer, clientId, userId, sid }: LogoutNotice,
  key: JWK,
  now: () => number = Date.now,
): Promise<string> {
  const issuedAt = Math.floor(now() / 1000);
  return new SignJWT({
    sid,
    jti: randomUUID(),
    events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
  })
    .setProtectedHeader({ alg: key.alg as string, typ: 'logout+jwt', kid: key.kid as string })
    .setIssuer(issuer)
    .setAudience(clientId)
    .setSubject(userId)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + lifeSeconds)
    .sign(await importJWK(key));
}
