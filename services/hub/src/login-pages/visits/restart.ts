import type { ApplicationHome, FindApplicationHome } from '../../applications/application-home.ts';

/** What the URL of a login reveals about its request. */
export interface StartedRequest {
  /** The request began a moment ago. */
  isNew: boolean;
  /** Where the person can sign in again. */
  home: ApplicationHome | undefined;
}

/** Finds the application that a failure page can lead back to. `target` is the path and query of the page. */
export type RestartOf = (tenantId: string, target: string) => Promise<StartedRequest>;

/** A pending authorization request. */
export interface WaitingRequest {
  clientId: string;
  /** Seconds since the epoch. */
  startedAt: number;
}

export interface RestartOptions {
  homeOf: FindApplicationHome;
  findRequest: (tenantId: string, uid: string) => Promise<WaitingRequest | undefined>;
  now?: () => number;
}

const newForSeconds = 15;
const uidIn = (path: string): string | undefined =>
  /^\/login\/([A-Za-z0-9_-]{8,64})(?:\/|$)/.exec(path)?.[1];

/** Mailed links name their application, because their request may have ended. */
export const restarts =
  ({ homeOf, findRequest, now = Date.now }: RestartOptions): RestartOf =>
  async (tenantId, target) => {
    const [path = '', query = ''] = target.split('?', 2);
    const uid = uidIn(path);
    const request = uid === undefined ? undefined : await findRequest(tenantId, uid);
    const clientId = request?.clientId ?? new URLSearchParams(query).get('client') ?? undefined;
    return {
      isNew: request !== undefined && now() / 1_000 - request.startedAt < newForSeconds,
      home: await homeOf(tenantId, clientId),
    };
  };
