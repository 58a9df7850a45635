import type { IncomingMessage } from 'node:http';
import type { EgressOptions } from '@platform/kit/egress';
import type { setupTestSignInOperations } from '@platform/contracts';
import type { Handlers, Surface } from '@platform/kit/http';
import { clientAddress, parseCidr, openAutonomousSystems, openCountries } from '@platform/kit/ip';
import { every } from '@platform/kit/service';
import type { Platform, Worker } from '@platform/kit/service';
import { csrfTokens, pages } from '@platform/pages';
import type { Pages } from '@platform/pages';
import { applicationHomes } from '../applications/application-home.ts';
import { findWaitingRequest } from '../grants/waiting-request.ts';
import type { ProviderPagesOf, FailVisit } from '../provider/pages.ts';
import type { HubConfig } from '../config.ts';
import type { HookRuns } from '../hooks/hook-run.ts';
import { callbackSurface } from '../federation/callback-surface.ts';
import { sweepSpentAssertions } from '../spent-assertions/spent-assertion-store.ts';
import { postedResponses } from '../federation/posted-responses.ts';
import { sweepResponses } from '../federation/response-store.ts';
import { invitationNotices } from '../login/flow/invitation-notice.ts';
import type { LoginRequests } from '../login/requests/login-requests.ts';
import { loginExperiences } from '../login/login-experience.ts';
import { sweepLoginSessions } from '../login/flow/login-session-store.ts';
import { loginSiblings } from '../login/login-siblings.ts';
import type { LoginSiblings } from '../login/login-siblings.ts';
import { logins } from '../login/logins.ts';
import { networks } from '../login/browser/network.ts';
import type { PageHostOf } from '../login/page-host.ts';
import { findPerson } from '../login/person/person.ts';
import { providerPages } from '../login-pages/messages/provider-pages.ts';
import { failurePages } from '../login-pages/messages/failure-page.ts';
import type { Invitations } from '../login-pages/visits/invitation-visits.ts';
import { loginSurface } from '../login-pages/login-surface.ts';
import { reportSurface } from '../login-pages/report-surface.ts';
import type { ReportSurfaceOptions } from '../login-pages/report-surface.ts';
import { restarts } from '../login-pages/visits/restart.ts';
import { tenantAssets } from '../login-pages/frame/tenant-assets.ts';
import { tenantFrames } from '../login-pages/frame/tenant-frame.ts';
import type { TenantFrames } from '../login-pages/frame/tenant-frame.ts';
import { testSignInHandlers } from '../test-sign-ins/test-sign-in-handlers.ts';
import { sweepTests } from '../test-sign-ins/test-sign-in-store.ts';
import { testSignInSurface } from '../test-sign-ins/test-sign-in-surface.ts';
import { testSignIns } from '../test-sign-ins/test-sign-ins.ts';

const own = (folder: string): URL => new URL(`../../pages/${folder}/`, import.meta.url);

/** The parts of the login pages. */
export interface LoginPagesParts {
  surface: (requests: LoginRequests) => Surface;
  /** The pages of the provider. */
  providerPagesOf: ProviderPagesOf;
  failVisit: FailVisit;
  frames: TenantFrames;
  pages: Pages;
  /** The languages of the pages. */
  locales: readonly string[];
  siblings: LoginSiblings;
  /** The callbacks of identity providers. */
  callbacks: (pageHostOf: PageHostOf) => Surface[];
  /** The handlers of sign-ins that test a connection. */
  testSignIns: Handlers<typeof setupTestSignInOperations>;
  /** The pages on which people report a sign-in that was not theirs. */
  reports: (given: Pick<ReportSurfaceOptions, 'pageHostOf' | 'endSessions'>) => Surface;
  worker: Worker;
  /** Reloads changed network databases. */
  geo: Worker;
  close: Worker;
}

/** The dependencies on other areas. `federation` sets options of the egress to identity providers, for tests. */
export interface LoginPagesOptions {
  hooks: HookRuns;
  invitations: Invitations;
  federation?: Partial<EgressOptions>;
}

/** Creates the login pages and their background work. */
export async function composeLoginPages(
  platform: Platform,
  config: Pick<
    HubConfig,
    'trustedProxies' | 'jitEnabled' | 'jitRules' | 'countriesPath' | 'systemsPath'
  >,
  { hooks, invitations, federation = {} }: LoginPagesOptions,
): Promise<LoginPagesParts> {
  const { db, secrets, log, bus, metrics } = platform;
  const { jitEnabled, jitRules } = config;
  const egress = platform.egress('federation', federation);
  const siblings = loginSiblings(platform, { hooks, jitEnabled, jitRules, egress });
  const responses = postedResponses({ db, secrets });
  const tests = testSignIns({ db, secrets, brokers: siblings.brokers });
  const experienceOf = loginExperiences(siblings, bus);
  const drawn = pages({
    templates: [own('templates')],
    messages: [own('messages')],
    assets: [own('assets')],
  });
  const frames = tenantFrames({ pages: drawn, experienceOf, log });
  const restartOf = restarts({
    homeOf: applicationHomes(db),
    findRequest: (tenantId, uid) => findWaitingRequest({ db, tenantId }, uid),
  });
  const failVisit = failurePages({ pages: drawn, frames, restartOf, log });
  const trustedProxies = [...config.trustedProxies].map((cidr) => parseCidr(cidr));
  const addressOf = (req: IncomingMessage): string =>
    clientAddress({
      peer: req.socket.remoteAddress,
      forwardedFor: req.headersDistinct['x-forwarded-for'] ?? [],
      trustedProxies,
    });
  const countries = await openCountries(config.countriesPath);
  const systems = await openAutonomousSystems(config.systemsPath);
  const options = {
    experienceOf,
    addressOf,
    networkOf: networks(countries, systems),
    log,
    responses,
    invitations,
    logins: logins({
      db,
      secrets,
      siblings,
      experienceOf,
      invitationNotice: invitationNotices(invitations.review, log),
    }),
    csrf: csrfTokens(secrets.deriveKey('hub login forms')),
    pages: drawn,
    failVisit,
    metrics,
    serveAsset: tenantAssets(siblings),
    accountOf: async (tenantId: string, userId: string) =>
      (await findPerson(siblings, tenantId, { userId }))?.email ?? undefined,
  };
  return {
    siblings,
    failVisit,
    frames,
    pages: drawn,
    locales: drawn.locales,
    providerPagesOf: providerPages({ pages: drawn, frames, restartOf }),
    surface: (requests) => loginSurface({ ...options, requests }),
    callbacks: (pageHostOf) => [
      callbackSurface({ pageHostOf, responses, tests }),
      testSignInSurface({ pageHostOf, tests }),
    ],
    testSignIns: testSignInHandlers({
      tests,
      tenants: platform.trust.tenants,
      directory: siblings.directory,
    }),
    reports: (given) =>
      reportSurface({ ...given, frames, pages: drawn, siblings, restartOf, failVisit, log }),
    close: { start: () => undefined, stop: () => egress.close() },
    geo: every(60_000, 'networks of addresses', log, async () => {
      await countries.refresh();
      await systems.refresh();
    }),
    worker: every(60_000, 'expired logins', log, async () => {
      await sweepLoginSessions(db);
      await sweepResponses(db);
      await sweepSpentAssertions(db);
      await sweepTests(db);
    }),
  };
}
