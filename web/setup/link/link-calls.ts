import { SessionUnavailable } from '../../client/session.ts';
import { appHeaders } from '../../client/web-app.ts';

/** Why a link does not open the setup. */
export type RefusalReason =
  | 'used'
  | 'expired'
  | 'revoked'
  | 'completed'
  /** It was used or has expired, and no new one can be sent. */
  | 'over'
  | 'unknown'
  | 'limited';

/** A link that does not open the setup, or of which no new one is sent. */
export class LinkRefused extends Error {
  readonly reason: RefusalReason;
  /** The masked address that a new link can be sent to. */
  readonly recipient: string | undefined;

  constructor(reason: RefusalReason, recipient?: string) {
    super(`The link was refused (${reason}).`);
    this.name = 'LinkRefused';
    this.reason = reason;
    this.recipient = recipient;
  }
}

interface LinkProblem {
  reason?: RefusalReason;
  mayRenew?: boolean;
  recipient?: string;
}

const reasonOfStatus: Readonly<Record<number, RefusalReason>> = {
  400: 'unknown',
  404: 'unknown',
  409: 'completed',
  422: 'unknown',
  429: 'limited',
};

async function refusalIn(response: Response): Promise<Error> {
  const byStatus = reasonOfStatus[response.status];
  if (!byStatus) return new SessionUnavailable(response.status);
  const { reason = byStatus, mayRenew, recipient } = (await response.json()) as LinkProblem;
  const isOver = ['used', 'expired'].includes(reason) && !mayRenew;
  return new LinkRefused(isOver ? 'over' : reason, recipient);
}

/** Sends a token to the hub. @throws LinkRefused, SessionUnavailable */
async function call<T>(path: string, token: string): Promise<T> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { ...appHeaders('setup'), 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
    credentials: 'same-origin',
  }).catch(() => {
    throw new SessionUnavailable(0);
  });
  if (!response.ok) throw await refusalIn(response);
  return (await response.json()) as T;
}

/** Opens the link, which spends its token: the browser then has a session. */
export const openLink = (token: string): Promise<unknown> => call('/web/setup-session', token);

/** Has a new link sent to the recipient. Returns the masked address. */
export const renewLink = (token: string): Promise<{ recipient: string }> =>
  call('/web/setup-session/new-link', token);
