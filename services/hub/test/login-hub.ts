import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { PropertyName } from '@platform/contracts';
import { builtInFlow } from '@platform/login-flow';
import { testSurroundings } from '@platform/testkit/service';
import type { TestSurroundings } from '@platform/testkit/service';
import type { TestCredentials } from '@platform/testkit/fake-identity';
import { sendRaw } from '@platform/testkit/http';
import type { HttpAnswer } from '@platform/testkit/http';
import type { EgressOptions } from '@platform/kit/egress';
import { newId } from '@platform/kit/ids';
import { silentLog } from '@platform/kit/log';
import { problem } from '@platform/kit/problem';
import { service, startService } from '@platform/kit/service';
import type { RunningService } from '@platform/kit/service';
import { composeInlineHooks } from '../src/compose/hooks.ts';
import { composeHub } from '../src/compose/hub.ts';
import { composeInvitations } from '../src/compose/invitations.ts';
import { composeLoginPages } from '../src/compose/login-pages.ts';
import { hub } from '../src/index.ts';
import type { FinishedLogin } from '../src/login/finished-login.ts';
import type { LoginRequest, LoginRequests } from '../src/login/login-requests.ts';

/** What became of a login. */
export type LoginOutcome =
  | { kind: 'finished'; login: FinishedLogin }
  | { kind: 'denied'; error: string }
  | { kind: 'decided'; decision: string }
  | { kind: 'consented'; scopes: string[] };

/** A hub whose OAuth engine is a stand-in: it knows the requests that a test makes, and keeps what became of them. */
export interface LoginHub {
  around: TestSurroundings;
  pod: RunningService;
  restart(): Promise<void>;
  tenantId: string;
  /** The application of a request unless told otherwise. */
  client: LoginRequest['client'];
  outcomes: Map<string, LoginOutcome>;
  /** A request of an application; returns its uid. */
  request(more?: Partial<LoginRequest>): string;
  /** A user with a profile and credentials; returns the id. */
  person(email: string, credentials?: TestCredentials, more?: object): string;
  /** A browser with a request of its own; with the cookies of another, it is that one again. */
  browser(uid: string, cookies?: Map<string, string>): TestBrowser;
  stop(): Promise<void>;
}

/** What a test may choose. */
export interface LoginHubOptions {
  /** Of the way to identity providers. */
  egress?: Partial<EgressOptions>;
  properties?: Partial<Record<PropertyName, string>>;
  tenantId?: string;
}

/** A browser without script: keeps cookies, follows the form of a page. */
export interface TestBrowser {
  get(suffix?: string): Promise<HttpAnswer>;
  /** Opens a path of the hub, as an identity provider has the browser do; a form is posted. */
  open(target: string, form?: Record<string, string>): Promise<HttpAnswer>;
  /** Sends the form of the last page with these fields, and reads the page that follows. */
  submit(action: string, fields?: Record<string, string>): Promise<HttpAnswer>;
  /** Sends the form of the last page again, as it is. */
  post(fields: Record<string, string>): Promise<HttpAnswer>;
  page: HttpAnswer | undefined;
  cookies: Map<string, string>;
}

const ledger: LoginRequest['client'] = {
  id: 'ledger',
  name: 'Ledger',
  isFirstParty: true,
  logoUri: null,
  tosUri: null,
  policyUri: null,
};

const hidden = (html: string, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The text of a page's heading. */
export const titleOf = ({ text }: HttpAnswer): string =>
  (/<h1>([^<]*)<\/h1>/.exec(text)?.[1] ?? '').replaceAll('&#39;', "'");

export async function loginHub({
  egress,
  properties = {},
  tenantId = newId('tenant'),
}: LoginHubOptions = {}): Promise<LoginHub> {
  const around = await testSurroundings({ service: hub });
  const requests = new Map<string, LoginRequest>();
  const outcomes = new Map<string, LoginOutcome>();
  const uidOf = (req: IncomingMessage): string => (req.url ?? '').split(/[/?]/)[2] ?? '';
  const ended = (uid: string, outcome: LoginOutcome) => {
    outcomes.set(uid, outcome);
    requests.delete(uid);
  };
  const known = (req: IncomingMessage): LoginRequest => {
    const found = requests.get(uidOf(req));
    if (!found) throw problem('not_found');
    return found;
  };
  const standIn: LoginRequests = {
    tenantOf: async () => ({ id: tenantId, state: 'active' }) as LoginRequest['tenant'],
    details: async (req) => known(req),
    async finish(req, res, login) {
      ended(uidOf(req), { kind: 'finished', login });
      res.writeHead(303, { location: '/.well-known/openid-configuration' }).end();
    },
    async deny(req, res, error) {
      ended(uidOf(req), { kind: 'denied', error });
      res.writeHead(303, { location: '/.well-known/openid-configuration' }).end();
    },
    async decideInvitation(req, res, decision) {
      ended(uidOf(req), { kind: 'decided', decision });
      res.writeHead(303, { location: '/.well-known/openid-configuration' }).end();
    },
    async consent(req, res, scopes) {
      ended(uidOf(req), { kind: 'consented', scopes });
      res.writeHead(303, { location: '/.well-known/openid-configuration' }).end();
    },
  };
  const definition = service({
    ...hub,
    async compose(platform, config) {
      const { hooks } = composeInlineHooks(platform, config);
      const { surface } = await composeLoginPages(platform, config, {
        hooks,
        invitations: composeInvitations(platform, config),
        federation: egress,
      });
      return composeHub(platform, config, () => surface(standIn));
    },
  });
  const start = async () =>
    startService(
      definition,
      await around.sources('hub', 'hub', {
        'platform.hub.issuer': 'http://localhost:18080',
        'platform.hub.platform-domain': '.platform.localhost',
        'platform.ratelimit.enabled': 'false',
        'platform.tenancy.service-identity.cluster.enabled': 'true',
        'platform.tenancy.service-identity.cluster.issuer': around.cluster.issuer,
        'platform.tenancy.service-identity.cluster.jwks-uri': around.cluster.jwksUri,
        'platform.database.url': around.database.url,
        ...properties,
      }),
      { holder: newId('request'), log: silentLog },
    );
  let pod = await start();
  around.identityFacade.setExperience('', { definition: builtInFlow });

  function browser(uid: string, cookies = new Map<string, string>()): TestBrowser {
    const path = `/login/${uid}`;
    const call = async (target: string, form?: Record<string, string>) => {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const answer = await sendRaw(pod.httpPort, target, {
        host: 'localhost',
        form,
        headers: { cookie },
      });
      for (const one of answer.headers['set-cookie'] ?? []) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(one) ?? [];
        cookies.set(name, value);
      }
      return answer;
    };
    const self: TestBrowser = {
      page: undefined,
      cookies,
      async get(suffix = '') {
        self.page = await call(path + suffix);
        return self.page;
      },
      async open(target, form) {
        let answer = await call(target, form);
        // Redirects within the hub are followed, up to a page or away.
        while (answer.status === 303 && answer.headers.location?.startsWith('/login/'))
          answer = await call(answer.headers.location);
        self.page = answer;
        return answer;
      },
      post: (fields) => call(path, fields),
      async submit(action, fields = {}) {
        const html = self.page?.text ?? '';
        const form = new RegExp(`name="action" value="${escape(action)}"`).test(html);
        if (!form) throw new Error(`no form ${action} on ${html.slice(0, 2_000)}`);
        const common = { csrf: hidden(html, 'csrf'), version: hidden(html, 'version'), action };
        const answer = await call(path, { ...common, ...fields });
        const isElsewhere = answer.status === 303 && answer.headers.location !== path;
        self.page = isElsewhere ? answer : await call(path);
        return self.page;
      },
    };
    return self;
  }

  return {
    around,
    get pod() {
      return pod;
    },
    async restart() {
      await pod.close();
      pod = await start();
    },
    tenantId,
    client: ledger,
    outcomes,
    request(more = {}) {
      const uid = randomBytes(16).toString('base64url');
      requests.set(uid, {
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
        uiLocales: [],
        linkIntent: null,
        session: null,
        expiresAt: new Date(Date.now() + 3_600_000),
        ...more,
      });
      return uid;
    },
    person(email, credentials = {}, more = {}) {
      const id = newId('user');
      const profile = { id, email, emailVerified: true, displayName: 'Ada Lovelace' };
      around.directory.setUser(tenantId, id, { userJson: JSON.stringify(profile), ...more });
      around.identityFacade.setCredentials(id, credentials);
      return id;
    },
    browser,
    async stop() {
      await pod.close();
      await around.stop();
    },
  };
}
