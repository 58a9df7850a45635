import { getIronSession } from 'iron-session';
import { cookies } from 'next/headers';
import { appUrl } from './oidc';

export interface Session {
  /** What the callback of a sign-in has to match. */
  pending?: { state: string; nonce: string; codeVerifier: string };
  signedIn?: {
    name: string;
    accessToken: string;
    idToken: string;
    /** Milliseconds since the epoch. */
    expiresAt: number;
  };
}

/** The session in the encrypted cookie of the browser. */
export const readSession = async () =>
  getIronSession<Session>(await cookies(), {
    cookieName: 'session',
    password: process.env['SESSION_SECRET'] ?? '',
    cookieOptions: { secure: appUrl.startsWith('https:') },
  });

/** The user of the session, while their access token lasts. */
export async function currentUser(): Promise<Session['signedIn']> {
  const { signedIn } = await readSession();
  return signedIn && Date.now() < signedIn.expiresAt ? signedIn : undefined;
}
