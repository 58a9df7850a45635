import { appHeaders, backgroundHeaders } from './web-app.ts';
import type { WebAppName } from './web-app.ts';

/** Whose session it is, what it allows, and when it ends. */
export interface Session {
  app: WebAppName;
  user: { id: string; displayName: string | null; email: string | null };
  tenant: { id: string; slug: string; name: string; mode: string };
  organizationId: string | null;
  /** Those of elevations included. */
  scopes: string[];
  elevatedScopes: string[];
  acr: string | null;
  authTime: string | null;
  unavailableAreas: string[];
  idleEndsAt: string;
  endsAt: string;
}

/** What the user of a session is called: the first of the names that they have. */
export const userNameOf = ({ user: { displayName, email, id } }: Pick<Session, 'user'>): string =>
  displayName ?? email ?? id;

/** The hub did not respond as expected. */
export class SessionUnavailable extends Error {
  /** 0 if there is no response. */
  readonly status: number;

  constructor(status: number) {
    super(`The session could not be read (${status}).`);
    this.name = 'SessionUnavailable';
    this.status = status;
  }
}

interface SessionCall {
  app: WebAppName;
  /** The user did not cause it, so that it does not defer the end of the session. */
  isBackground?: boolean;
}

/** Calls a path of the hub that concerns the session. @throws SessionUnavailable */
async function call(
  { app, isBackground = false }: SessionCall,
  path: string,
  method: 'GET' | 'POST',
): Promise<Response> {
  const headers = { ...appHeaders(app), ...(isBackground ? backgroundHeaders : {}) };
  try {
    return await fetch(path, { method, headers, credentials: 'same-origin' });
  } catch {
    throw new SessionUnavailable(0);
  }
}

/** The scopes of a session with those of its elevations: the API accepts both. */
export const allowedScopes = ({
  scopes,
  elevatedScopes,
}: Pick<Session, 'scopes' | 'elevatedScopes'>): string[] => [
  ...new Set([...scopes, ...elevatedScopes]),
];

async function sessionIn(response: Response): Promise<Session | null> {
  if (response.status === 401) return null;
  if (!response.ok) throw new SessionUnavailable(response.status);
  const session = (await response.json()) as Session;
  return { ...session, scopes: allowedScopes(session) };
}

/** Reads the session of an application; null if there is none. @throws SessionUnavailable */
export const readSession = async (about: SessionCall): Promise<Session | null> =>
  sessionIn(await call(about, '/web/session', 'GET'));

/** Gets new tokens, which show what the user may do since, as after an elevation. @throws SessionUnavailable */
export const renewSession = async (about: SessionCall): Promise<Session | null> =>
  sessionIn(await call(about, '/web/session/refresh', 'POST'));

/** Ends the sessions of every application of this browser. @throws SessionUnavailable */
export async function endSession(about: SessionCall): Promise<void> {
  const response = await call(about, '/web/sign-out', 'POST');
  // A session that has ended needs no end.
  if (!response.ok && response.status !== 401) throw new SessionUnavailable(response.status);
}
