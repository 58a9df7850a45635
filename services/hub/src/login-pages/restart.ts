import type { ApplicationHome, FindApplicationHome } from '../applications/application-home.ts';

/** A request of an application, as far as the address of its login tells. */
export interface StartedRequest {
  /** It began a moment ago. */
  isNew: boolean;
  /** Where the person can sign in again. */
  home: ApplicationHome | undefined;
}

/** Finds out what a page that leads nowhere can lead to. `target`: its path and query. */
export type RestartOf = (tenantId: string, target: string) => Promise<StartedRequest>;

/** An authorization request that waits for its user. */
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

/** See {@link RestartOf}. Links of mails name their application, since their request may be over. */
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
