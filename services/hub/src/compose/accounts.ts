import { accountConsentOperations, accountLinkingOperations } from '@platform/contracts';
import { channelVerifier } from '@platform/kit/auth';
import type { ChannelSettings } from '@platform/kit/auth';
import { serveDataSubject } from '@platform/data-lifecycle/data-subject';
import type { RpcMount } from '@platform/kit/grpc';
import { operationSurface, serve } from '@platform/kit/http';
import type { Mount, Surface } from '@platform/kit/http';
import { problem } from '@platform/kit/problem';
import type { Platform } from '@platform/kit/service';
import { accessRequests } from '../account/access-requests.ts';
import { accountConsentHandlers, linkingHandlers } from '../account/account-handlers.ts';
import type { LinkIntents } from '../account/link-intents.ts';
import {
  deactivateSubject,
  eraseAccountSubject,
  subjectSections,
} from '../account/subject-data.ts';
import type { HubConfig } from '../config.ts';
import { internalAuthenticator } from '../internal/internal-authenticator.ts';
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

/** Serves users' accounts to other services: consents, link intents, access and erasure requests. */
export function composeAccounts(
  platform: Platform,
  config: HubConfig,
  {
    clients,
    notifyLogout,
    intents,
  }: Pick<AuthorizationServer, 'clients' | 'notifyLogout'> & { intents: LinkIntents },
): { surfaces: Surface[]; rpc: RpcMount } {
  const { db } = platform;
  return {
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
      accessRequests(db, config.dsarToken),
    ],
    rpc: serveDataSubject({
      peer: 'hub',
      db,
      deactivate: deactivateSubject(notifyLogout),
      erase: eraseAccountSubject(notifyLogout),
      async *export(context, { userId }) {
        const { sections } = await db.read(context, (tx) => subjectSections(tx, userId));
        for (const [section, rows] of Object.entries(sections))
          yield { section, json: JSON.stringify(rows) };
      },
    }),
  };
}
