import { redirect } from 'next/navigation';
import * as oidc from 'openid-client';
import { appUrl, client } from '../../lib/oidc';
import { readSession } from '../../lib/session';

/** Redeems the code that the browser brings back. */
export async function GET(request: Request) {
  const session = await readSession();
  if (!session.pending) redirect('/');
  const { state, nonce, codeVerifier } = session.pending;
  const { search } = new URL(request.url);
  const configuration = await client();
  const tokens = await oidc.authorizationCodeGrant(
    configuration,
    new URL(`${appUrl}/callback${search}`),
    { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: codeVerifier },
  );
  const { sub = '' } = tokens.claims() ?? {};
  const { name, email = sub } = await oidc.fetchUserInfo(configuration, tokens.access_token, sub);
  delete session.pending;
  session.signedIn = {
    name: name ?? email,
    accessToken: tokens.access_token,
    idToken: tokens.id_token ?? '',
    expiresAt: Date.now() + (tokens.expires_in ?? 0) * 1000,
  };
  await session.save();
  redirect('/');
}
