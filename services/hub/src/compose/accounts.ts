import {
  accountConsentOperations,
  accountLinkingOperations,
  ownApplicationOperations,
  ownSessionOperations,
  userSessionOperations,
} from '@platform/contracts';
import { channelVerifier } from '@platform/kit/auth';
import type { ChannelSettings } from '@platform/kit/auth';
import { serveDataSubject } from '@platform/data-lifecycle/data-subject';
import type { RpcMount } from '@platform/kit/grpc';
import { operationSurface, serve } from '@platform/kit/http';
import type { Mount, Surface } from '@platform/kit/http';
import { problem } from '@platform/kit/problem';
import type { Platform } from '@platform/kit/service';
import { accessRequests } from '../account/access-requests.ts';
import {
  accountConsentHandlers,
  linkingHandlers,
  ownApplicationHandlers,
} from '../account/account-handlers.ts';
import type { LinkIntents } from '../account/link-intents.ts';
import {
  deactivateSubject,
  eraseAccountSubject,
  subjectSections,
} from '../account/subject-data.ts';
import type { HubConfig } from '../config.ts';
import { internalAuthenticator } from '../internal/internal-authenticator.ts';
import { ownSessionHandlers, userSessionHandlers } from '../sessions/session-handlers.ts';
import { userSessions } from '../sessions/user-sessions.ts';
import {
  deleteWebSessionsOfSid,
  deleteWebSessionsOfUser,
  listWebSessionsOfUser,
  webSessionUses,
} from '../web-sessions/web-session-store.ts';
import type { AuthorizationServer } from './authorization-server.ts';

/** A channel of the service with the account pages. */
interface Channel {
  prefix: string;
  settings: ChannelSettings;
  owns: Surface['owns'];
  mount: Mount;
}

function channelSurface(
  { db, secrets, log, trust }: Platform,
  { prefix, settings, owns, mount }: Channel,
): Surface {
  const verifyCaller = channelVerifier(prefix, settings, log);
  // A disabled channel has no paths.
  if (!verifyCaller)
    return {
      owns,
      handle() {
        throw problem('not_found');
      },
    };
  return operationSurface({
    owns,
    db,
    secrets,
    log,
    mounts: [mount],
    authenticator: internalAuthenticator({
      headerName: 'authorization',
      verifyCaller,
      verifyBearer: trust.verifyBearer,
      tenants: trust.tenants,
    }),
  });
}

const consentSettings = (config: HubConfig): ChannelSettings => ({
  enabled: config.consentEnabled,
  issuer: config.consentIssuer,
  jwksUri: config.consentJwksUri,
  audience: config.consentAudience,
  allowedSub: config.consentAllowedSub,
  caPath: config.consentCaPath,
  tokenPath: config.consentTokenPath,
  connectTimeout: config.consentConnectTimeout,
  readTimeout: config.consentReadTimeout,
});

const linkingSettings = (config: HubConfig): ChannelSettings => ({
  enabled: config.linkingEnabled,
  issuer: config.linkingIssuer,
  jwksUri: config.linkingJwksUri,
  audience: config.linkingAudience,
  allowedSub: config.linkingAllowedSub,
  caPath: config.linkingCaPath,
  tokenPath: config.linkingTokenPath,
  connectTimeout: config.linkingConnectTimeout,
  readTimeout: config.linkingReadTimeout,
});

const webSessions = { list: listWebSessionsOfUser, end: deleteWebSessionsOfUser };

/** The operations on sessions and connected applications, of users themselves and of administrators. */
function accountMounts(
  config: Pick<HubConfig, 'sessionTtl'>,
  {
    clients,
    notifyLogout,
    web: { findUser },
  }: Pick<AuthorizationServer, 'clients' | 'notifyLogout' | 'web'>,
): Mount[] {
  const sessions = userSessions({
    notifyLogout,
    webSessions: { uses: webSessionUses, end: deleteWebSessionsOfSid },
    defaultSeconds: Math.floor(config.sessionTtl / 1_000),
  });
  return [
    serve(ownSessionOperations, ownSessionHandlers(sessions)),
    serve(userSessionOperations, userSessionHandlers({ sessions, notifyLogout, findUser })),
    serve(ownApplicationOperations, ownApplicationHandlers(clients)),
  ];
}

/** Serves users' accounts: to users and administrators, and to other services. */
export function composeAccounts(
  platform: Platform,
  config: HubConfig,
  {
    intents,
    ...server
  }: Pick<AuthorizationServer, 'clients' | 'notifyLogout' | 'web'> & { intents: LinkIntents },
): { mounts: Mount[]; surfaces: Surface[]; rpc: RpcMount } {
  const { db } = platform;
  const { clients, notifyLogout } = server;
  return {
    mounts: accountMounts(config, server),
    surfaces: [
      channelSurface(platform, {
        prefix: 'platform.account-consent.service-identity.cluster',
        settings: consentSettings(config),
        owns: ({ segments }) => segments.join('/') === 'internal/account/consents',
        mount: serve(accountConsentOperations, accountConsentHandlers(clients)),
      }),
      channelSurface(platform, {
        prefix: 'platform.account-linking.service-identity.cluster',
        settings: linkingSettings(config),
        owns: ({ segments }) => segments.join('/') === 'internal/account-link-intents',
        mount: serve(accountLinkingOperations, linkingHandlers(intents)),
      }),
      accessRequests(config.dsarToken, { db, webSessions }),
    ],
    rpc: serveDataSubject({
      peer: 'hub',
      db,
      deactivate: deactivateSubject(notifyLogout, webSessions),
      erase: eraseAccountSubject(notifyLogout, webSessions),
      async *export(context, { userId }) {
        const { sections } = await db.read(context, (tx) =>
          subjectSections(tx, userId, webSessions),
        );
        for (const [section, rows] of Object.entries(sections))
          yield { section, json: JSON.stringify(rows) };
      },
    }),
  };
}
