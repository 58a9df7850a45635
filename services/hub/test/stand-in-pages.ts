import type { IncomingMessage, ServerResponse } from 'node:http';
import type { LoginPages } from '../src/compose/authorization-server.ts';
import type { FinishedLogin } from '../src/login/requests/finished-login.ts';
import type { InvitationDecision } from '../src/login/prompts/invitation-prompt.ts';
import type { LoginRequest, LoginRequests } from '../src/login/requests/login-requests.ts';

/** Handles a login request in place of the login pages. */
export type StandIn = (
  request: LoginRequest,
  act: {
    finish(login?: Partial<FinishedLogin>): Promise<void>;
    deny(error: string, description: string): Promise<void>;
    consent(scopes: string[]): Promise<void>;
    decide(decision: InvitationDecision): Promise<void>;
    show(text: string): void;
  },
) => Promise<void> | void;

/** Signs `user` in with a password, and consents to everything. */
export const byDefault: StandIn = (request, { finish, consent }) =>
  request.prompt === 'consent' ? consent([...request.scopes]) : finish();

/** The state that a test sets and reads. */
export interface StandInState {
  standIn: StandIn;
  seen: LoginRequest[];
  user: string;
  /** The provider's login requests; undefined before the hub has started. */
  requests: LoginRequests | undefined;
}

async function answerPage(
  { standIn, seen, user }: StandInState,
  requests: LoginRequests,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  const request = await requests.details(req, res);
  seen.push(request);
  const now = Math.floor(Date.now() / 1000);
  await standIn(request, {
    finish: (login) =>
      requests.finish(req, res, {
        userId: user,
        acr: 'aal1',
        amr: ['pwd'],
        authTime: now,
        factors: [{ method: 'password', at: now }],
        ...login,
      }),
    deny: (error, description) => requests.deny(req, res, error, description),
    consent: (scopes) => requests.consent(req, res, scopes),
    decide: (decision) => requests.decideInvitation(req, res, decision),
    show: (text) => void res.end(text),
  });
}

/** Login pages that the test controls. */
export const standInPages =
  (state: StandInState): LoginPages =>
  (requests) => {
    state.requests = requests;
    return {
      owns: ({ segments }) => segments[0] === 'login',
      handle: (req, res) => answerPage(state, requests, req, res),
    };
  };
