import { redirect } from 'next/navigation';
import { startSignIn } from '../../lib/oidc';
import { readSession } from '../../lib/session';

/** Sends the browser to the sign-in page of the tenant. */
export async function GET() {
  redirect(await startSignIn(await readSession()));
}
