import { redirect } from 'next/navigation';
import { finishSignIn } from '../../lib/oidc';
import { readSession } from '../../lib/session';

/** Redeems the code that the browser brings back. */
export async function GET(request) {
  await finishSignIn(await readSession(), request.url);
  redirect('/');
}
