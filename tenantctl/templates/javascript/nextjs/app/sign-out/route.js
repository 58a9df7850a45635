import { NextResponse } from 'next/server';
import { endSession } from '../../lib/oidc';
import { readSession } from '../../lib/session';

/** Ends the session here, then at the tenant. */
export async function POST() {
  // 303: the browser continues with GET.
  return NextResponse.redirect(await endSession(await readSession()), 303);
}
