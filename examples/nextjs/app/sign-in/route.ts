import { redirect } from 'next/navigation';
import * as oidc from 'openid-client';
import { appUrl, client } from '../../lib/oidc';
import { readSession } from '../../lib/session';

/** Sends the browser to the sign-in page of the tenant. */
export async function GET() {
  const session = await readSession();
  const [state, nonce, codeVerifier] = [
    oidc.randomState(),
    oidc.randomNonce(),
    oidc.randomPKCECodeVerifier(),
  ];
  session.pending = { state, nonce, codeVerifier };
  await session.save();
  const url = oidc.buildAuthorizationUrl(await client(), {
    redirect_uri: `${appUrl}/callback`,
    scope: 'openid profile email tenant:users.read',
    state,
    nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
  });
  redirect(url.href);
}
