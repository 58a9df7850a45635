import { getIronSession } from 'iron-session';
import { cookies } from 'next/headers';
import { sessionOptions, userOf } from './oidc';

/** The session in the encrypted cookie of the browser. */
export const readSession = async () => getIronSession(await cookies(), sessionOptions);

/** The user of the session; undefined if there is none. */
export const currentUser = async () => userOf(await readSession());
