import { socialConnectorOperations } from '@platform/contracts';
import { deleteOlder } from '@platform/kit/database';
import { serve } from '@platform/kit/http';
import type { SingletonJob } from '@platform/kit/jobs';
import { resealing } from '@platform/kit/upkeep';
import type { Platform, ServiceParts } from '@platform/kit/service';
import { connectorDiscovery } from '../connectors/connector-discovery.ts';
import { connectorHandlers } from '../connectors/connector-handlers.ts';
import type { ConnectorOptions } from '../connectors/connector-handlers.ts';
import { connectorSeals } from '../connectors/connector-secrets.ts';
import { attemptSeals } from '../social/attempt-seals.ts';
import { beginSocialSignIn } from '../social/begin-sign-in.ts';
import type { BeginSocialSignIn } from '../social/begin-sign-in.ts';
import { codeRedemption } from '../social/code-redemption.ts';
import { completeSocialSignIn } from '../social/complete-sign-in.ts';
import type { CompleteSocialSignIn } from '../social/complete-sign-in.ts';
import { identityLinking } from '../social/identity-linking.ts';
import { socialRpc } from '../social/social-rpc.ts';
import { knownUsers } from '../social/user-lookup.ts';
import { clockOf } from './test-options.ts';
import type { IdentityFacadeOptions } from './test-options.ts';
import { movedRows } from './moved-rows.ts';

/** Attempts that were not completed are useless after an hour. */
const attemptSweep = ({ db }: Platform): SingletonJob => ({
  name: 'social sign-ins',
  schedule: 3_600_000,
  work: () => deleteOlder(db, { table: 'social_attempts', column: 'expires_at', life: '1 hour' }),
});

/** Sign-ins at social providers. */
export interface SocialParts {
  begin: BeginSocialSignIn;
  complete: CompleteSocialSignIn;
}

/** Composes social connectors and sign-ins at their providers. */
export function connectorParts(
  platform: Platform,
  { pageOrigins, requireUnused }: Pick<ConnectorOptions, 'pageOrigins' | 'requireUnused'>,
  options: IdentityFacadeOptions,
): Required<Pick<ServiceParts, 'mounts' | 'rpc' | 'workers' | 'singletons'>> & {
  social: SocialParts;
} {
  const egress = platform.egress('connectors', options.egress);
  const { db, secrets, log, peer } = platform;
  const clock = clockOf(options);
  const connectors = connectorSeals(secrets);
  const discover = connectorDiscovery(egress);
  const handlers = connectorHandlers({
    seals: connectors,
    discover,
    pageOrigins,
    requireUnused,
    clock,
  });
  const seals = attemptSeals(secrets);
  const social = {
    begin: beginSocialSignIn({ db, seals, discover, pageOrigins, clock }),
    complete: completeSocialSignIn({
      db,
      seals,
      connectorSeals: connectors,
      redeemCode: codeRedemption(egress),
      findKnownUsers: knownUsers(() => peer('directory')),
      linkIdentity: identityLinking({ clock }),
      log,
      clock,
    }),
  };
  return {
    social,
    mounts: [serve(socialConnectorOperations, handlers)],
    rpc: [socialRpc(social)],
    singletons: [resealing(platform, movedRows.sealed), attemptSweep(platform)],
    workers: [{ start: () => undefined, stop: () => egress.close() }],
  };
}
