import { NextResponse } from 'next/server';
import * as oidc from 'openid-client';
import { appUrl, client } from '../../lib/oidc';
import { readSession } from '../../lib/session';

/** Ends the session here, then at the tenant, which ends the user's access tokens too. */
export async function POST() {
  const session = await readSession();
  const { idToken = '' } = session.signedIn ?? {};
  session.destroy();
  const url = oidc.buildEndSessionUrl(await client(), {
    id_token_hint: idToken,
    post_logout_redirect_uri: `${appUrl}/`,
  });
  // 303: the browser continues with GET.
  return NextResponse.redirect(url, 303);
}
