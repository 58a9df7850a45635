import { queryOptions } from '@tanstack/react-query';
import { appHeaders } from './web-app.ts';
import type { WebAppName } from './web-app.ts';

/** Whose session it is, what it allows, and when it ends. */
export interface Session {
  app: WebAppName;
  user: { id: string; displayName: string | null; email: string | null };
  tenant: { id: string; slug: string; name: string; mode: string };
  organizationId: string | null;
  scopes: string[];
  elevatedScopes: string[];
  acr: string | null;
  authTime: string | null;
  unavailableAreas: string[];
  idleEndsAt: string;
  endsAt: string;
}

/** The hub did not respond as expected. */
export class SessionUnavailable extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The session could not be read (${status}).`);
    this.name = 'SessionUnavailable';
    this.status = status;
  }
}

/** Calls a path of the hub that concerns the session. */
const call = (app: WebAppName, path: string, method: 'GET' | 'POST'): Promise<Response> =>
  fetch(path, { method, headers: appHeaders(app), credentials: 'same-origin' });

async function sessionIn(response: Response): Promise<Session | null> {
  if (response.status === 401) return null;
  if (!response.ok) throw new SessionUnavailable(response.status);
  return (await response.json()) as Session;
}

/** Reads the session of an application; null if nobody is signed in. @throws SessionUnavailable */
export const readSession = async (app: WebAppName): Promise<Session | null> =>
  sessionIn(await call(app, '/web/session', 'GET'));

/** Gets new tokens, which show what the user may do since, as after an elevation. @throws SessionUnavailable */
export const refreshSession = async (app: WebAppName): Promise<Session | null> =>
  sessionIn(await call(app, '/web/session/refresh', 'POST'));

/** Signs the user out of every application of this browser. @throws SessionUnavailable */
export async function signOut(app: WebAppName): Promise<void> {
  const response = await call(app, '/web/sign-out', 'POST');
  // A session that has ended needs no end.
  if (!response.ok && response.status !== 401) throw new SessionUnavailable(response.status);
}

export const sessionKey = ['session'] as const;

/** The query of the session. Another tab may have signed out, so it is read again whenever the window gets the focus. */
export const sessionQuery = (app: WebAppName) =>
  queryOptions({
    queryKey: sessionKey,
    queryFn: () => readSession(app),
    staleTime: 10_000,
    refetchOnWindowFocus: 'always',
    retry: (failures, error) =>
      failures < 3 && error instanceof SessionUnavailable && error.status >= 500,
  });
