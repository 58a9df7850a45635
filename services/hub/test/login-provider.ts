import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { problem } from '@platform/kit/problem';
import type { FinishedLogin } from '../src/login/requests/finished-login.ts';
import type { LoginRequest, LoginRequests } from '../src/login/requests/login-requests.ts';

/** The outcome of a login. */
export type LoginOutcome =
  | { kind: 'finished'; login: FinishedLogin }
  | { kind: 'denied'; error: string }
  | { kind: 'decided'; decision: string }
  | { kind: 'consented'; scopes: string[] };

/** The requests that a test has created, and their outcomes. */
export interface LoginProvider {
  requests: LoginRequests;
  outcomes: Map<string, LoginOutcome>;
  /** Creates a request of an application; returns its uid. */
  request(more?: Partial<LoginRequest>): string;
}

/** The default application of requests. */
export const ledger: LoginRequest['client'] = {
  id: 'ledger',
  name: 'Ledger',
  isFirstParty: true,
  logoUri: null,
  tosUri: null,
  policyUri: null,
};

const uidOf = (req: IncomingMessage): string => (req.url ?? '').split(/[/?]/)[2] ?? '';

const newRequest = (uid: string, tenantId: string): LoginRequest => ({
  uid,
  tenant: { id: tenantId, issuer: 'http://localhost:18080' } as LoginRequest['tenant'],
  client: ledger,
  prompt: 'login',
  passkeyRpId: null,
  reasons: [],
  details: {},
  isDevice: false,
  scopes: ['openid', 'profile', 'email'],
  claims: [],
  acrValues: [],
  prompts: [],
  maxAgeSeconds: null,
  loginHint: null,
  namedUserIds: null,
  uiLocales: [],
  linkIntent: null,
  session: null,
  expiresAt: new Date(Date.now() + 3_600_000),
});

/** Creates a stand-in for the OAuth provider. A request that has ended is no longer found. */
export function loginProvider(tenantId: string): LoginProvider {
  const open = new Map<string, LoginRequest>();
  const outcomes = new Map<string, LoginOutcome>();
  function end(req: IncomingMessage, res: ServerResponse, outcome: LoginOutcome): void {
    const uid = uidOf(req);
    outcomes.set(uid, outcome);
    open.delete(uid);
    res.writeHead(303, { location: '/.well-known/openid-configuration' }).end();
  }
  const requests: LoginRequests = {
    tenantOf: async () => ({ id: tenantId, state: 'active' }) as LoginRequest['tenant'],
    async details(req) {
      const found = open.get(uidOf(req));
      if (!found) throw problem('not_found');
      return found;
    },
    finish: async (req, res, login) => end(req, res, { kind: 'finished', login }),
    deny: async (req, res, error) => end(req, res, { kind: 'denied', error }),
    decideInvitation: async (req, res, decision) => end(req, res, { kind: 'decided', decision }),
    consent: async (req, res, scopes) => end(req, res, { kind: 'consented', scopes }),
  };
  return {
    requests,
    outcomes,
    request(more = {}) {
      const uid = randomBytes(16).toString('base64url');
      open.set(uid, { ...newRequest(uid, tenantId), ...more });
      return uid;
    },
  };
}
