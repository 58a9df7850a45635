import type { PropertyName } from '@platform/contracts';
import { builtInFlow } from '@platform/login-flow';
import { testSurroundings } from '@platform/testkit/service';
import type { TestSurroundings } from '@platform/testkit/service';
import type { TestCredentials } from '@platform/testkit/fake-challenges';
import type { EgressOptions } from '@platform/kit/egress';
import { newId } from '@platform/kit/ids';
import { silentLog } from '@platform/kit/telemetry';
import { service, startService } from '@platform/kit/service';
import type { RunningService } from '@platform/kit/service';
import { composeInlineHooks } from '../src/compose/hooks.ts';
import { composeHub } from '../src/compose/hub.ts';
import { composeInvitations } from '../src/compose/invitations.ts';
import { composeLoginPages } from '../src/compose/login-pages.ts';
import { hub } from '../src/index.ts';
import type { LoginRequest, LoginRequests } from '../src/login/requests/login-requests.ts';
import { loginBrowser } from './login-browser.ts';
import type { TestBrowser } from './login-browser.ts';
import { ledger, loginProvider } from './login-provider.ts';
import type { LoginOutcome } from './login-provider.ts';

export { titleOf } from './login-browser.ts';
export type { TestBrowser } from './login-browser.ts';
export type { LoginOutcome } from './login-provider.ts';

/** A hub whose OAuth provider is a stand-in, which has the test's login requests and records their outcomes. */
export interface LoginHub {
  around: TestSurroundings;
  pod: RunningService;
  restart(): Promise<void>;
  tenantId: string;
  /** The default application of requests. */
  client: LoginRequest['client'];
  outcomes: Map<string, LoginOutcome>;
  /** Creates a request of an application; returns its uid. */
  request(more?: Partial<LoginRequest>): string;
  /** Creates a user with a profile and credentials; returns the id. */
  person(email: string, credentials?: TestCredentials, more?: object): string;
  /** Creates a browser for a request. With the cookies of another browser, it acts as that browser. */
  browser(uid: string, cookies?: Map<string, string>): TestBrowser;
  stop(): Promise<void>;
}

export interface LoginHubOptions {
  /** The options of the egress to identity providers. */
  egress?: Partial<EgressOptions>;
  properties?: Partial<Record<PropertyName, string>>;
  tenantId?: string;
}

/** The hub's login pages with the stand-in for the provider. */
const hubBefore = (requests: LoginRequests, egress: LoginHubOptions['egress']) =>
  service({
    ...hub,
    async compose(platform, config) {
      const { hooks } = composeInlineHooks(platform, config);
      const { surface } = await composeLoginPages(platform, config, {
        hooks,
        invitations: composeInvitations(platform, config),
        federation: egress,
      });
      return composeHub(platform, config, () => surface(requests));
    },
  });

const hubSources = (around: TestSurroundings, properties: LoginHubOptions['properties']) =>
  around.sources('hub', 'hub', {
    'platform.hub.issuer': 'http://localhost:18080',
    'platform.hub.platform-domain': '.platform.localhost',
    'platform.ratelimit.enabled': 'false',
    'platform.tenancy.service-identity.cluster.enabled': 'true',
    'platform.tenancy.service-identity.cluster.issuer': around.cluster.issuer,
    'platform.tenancy.service-identity.cluster.jwks-uri': around.cluster.jwksUri,
    'platform.database.url': around.database.url,
    ...properties,
  });

export async function loginHub({
  egress,
  properties = {},
  tenantId = newId('tenant'),
}: LoginHubOptions = {}): Promise<LoginHub> {
  const around = await testSurroundings({ service: hub });
  const { requests, outcomes, request } = loginProvider(tenantId);
  const definition = hubBefore(requests, egress);
  const start = async () =>
    startService(definition, await hubSources(around, properties), {
      holder: newId('request'),
      log: silentLog,
    });
  let pod = await start();
  around.identityFacade.setExperience('', { definition: builtInFlow });

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
    request,
    person(email, credentials = {}, more = {}) {
      const id = newId('user');
      const profile = { id, email, emailVerified: true, displayName: 'Ada Lovelace' };
      around.directory.setUser(tenantId, id, { userJson: JSON.stringify(profile), ...more });
      around.identityFacade.setCredentials(id, credentials);
      return id;
    },
    browser: (uid, cookies = new Map()) => loginBrowser(() => pod.httpPort, uid, cookies),
    async stop() {
      await pod.close();
      await around.stop();
    },
  };
}
