import type { RpcMount } from '@platform/kit/grpc';
import type { Surface } from '@platform/kit/http';
import type { Platform, ServiceParts } from '@platform/kit/service';
import type { Logger } from '@platform/kit/telemetry';
import type { HubConfig } from '../config.ts';
import { limitedPages } from '../login-pages/messages/limited-pages.ts';
import { assetSurface, shellSurface } from '../web-files/file-surface.ts';
import { violationSurface } from '../web-files/violation-surface.ts';
import { webBuild } from '../web-files/web-build.ts';
import { webSessionsRpc } from '../rpc/web-sessions-rpc.ts';
import { callbackVisit } from '../web-sessions/callback-visit.ts';
import { sessionAnswer } from '../web-sessions/session-answer.ts';
import { followSetupLinks } from '../web-sessions/setup-link-consumer.ts';
import { setupOpening } from '../web-sessions/setup-opening.ts';
import { setupSurface } from '../web-sessions/setup-surface.ts';
import { setupTokens } from '../web-sessions/setup-tokens.ts';
import { sessionSurface } from '../web-sessions/session-surface.ts';
import { signInSurface } from '../web-sessions/sign-in-surface.ts';
import { signInVisit } from '../web-sessions/sign-in-visit.ts';
import { signOut } from '../web-sessions/sign-out.ts';
import { derivedWebClientSecret, webClient } from '../web-sessions/web-client.ts';
import { webHosts } from '../web-sessions/web-request.ts';
import type { WebHostOf } from '../web-sessions/web-request.ts';
import { webSessions } from '../web-sessions/web-sessions.ts';
import { sweepWebSessions } from '../web-sessions/web-session-store.ts';
import type { WebIssuerParts } from './authorization-server.ts';
import { issuerContext } from './issuer-context.ts';

/** The secret of the web applications' client. */
export const webClientSecret = (
  { secrets }: Pick<Platform, 'secrets'>,
  { bffSecret }: Pick<HubConfig, 'bffSecret'>,
): string => bffSecret ?? derivedWebClientSecret(secrets);

/** What {@link composeWebSessions} makes. */
export interface WebSessionParts {
  surfaces: Surface[];
  rpc: RpcMount;
  sweep: NonNullable<ServiceParts['singletons']>[number];
}

const sweepMs = 300_000;

/** The built applications, as they are in the repository and in the image. */
const dist = new URL('../../../../web/dist/', import.meta.url);

/** The files of the web applications, if they have been built. */
function webFiles(folder: URL, hostOf: WebHostOf, issuer: WebIssuerParts, log: Logger): Surface[] {
  const { frames, limits, addressOf } = issuer;
  const build = webBuild(folder);
  if (!build) {
    log.warn('the web applications have not been built: /account, /console and /setup return 404');
    return [];
  }
  return [
    assetSurface({ build }),
    violationSurface({ hostOf, limits, addressOf, log }),
    limitedPages(shellSurface({ build, hostOf, frames }), issuer),
  ];
}

/** Sessions of the web applications, of which the hub is the client. */
export function composeWebSessions(
  platform: Platform,
  config: HubConfig,
  issuer: WebIssuerParts,
  folder: URL = dist,
): WebSessionParts {
  const { db, bus, secrets, log, peer, trust } = platform;
  const { addressOf, pageHostOf, failVisit, limits } = issuer;
  const client = webClient({ secret: webClientSecret(platform, config), fetchOf: issuer.fetchOf });
  const links = () => peer('directory').service('platform.directory.v1.SetupLinks');
  const setup = setupTokens({ keys: issuerContext(platform, config).keys, links });
  const sessions = webSessions({ db, secrets, client, setup, log });
  followSetupLinks(bus);
  const visits = { db, client, secrets, addressOf, consoleAcr: config.consoleAcr };
  const signIns = signInSurface({
    pageHostOf,
    failVisit,
    log,
    signIn: signInVisit(visits),
    callback: callbackVisit(visits),
  });
  const hostOf = webHosts(pageHostOf);
  const answerOf = sessionAnswer(issuer);
  return {
    surfaces: [
      ...webFiles(folder, hostOf, issuer, log),
      limitedPages(signIns, issuer),
      sessionSurface({
        hostOf,
        sessions,
        answerOf,
        signOut: signOut({ db, onSignOut: issuer.onSignOut }),
        addressOf,
        limits,
      }),
      setupSurface({
        hostOf,
        open: setupOpening({ db, secrets, tokens: setup, links }),
        sessions,
        answerOf,
        links,
        addressOf,
        limits,
      }),
    ],
    rpc: webSessionsRpc({ sessions, tenants: trust.tenants }),
    sweep: {
      name: 'ended web sessions',
      schedule: sweepMs,
      work: () => sweepWebSessions(db),
    },
  };
}
