import { setupTestSignInOperations } from '@platform/contracts';
import { serve } from '@platform/kit/http';
import { fixedWindowSweep } from '@platform/kit/rate';
import { resealing } from '@platform/kit/upkeep';
import type { Platform, ServiceParts } from '@platform/kit/service';
import type { HubConfig } from '../config.ts';
import { limitedPages } from '../login-pages/messages/limited-pages.ts';
import { previewSurface } from '../login-previews/preview-surface.ts';
import { signingRpc } from '../rpc/signing-rpc.ts';
import { documentSigning } from '../signing-keys/document-signing.ts';
import { cutoffWorker } from '../token-cutoffs/cutoff-worker.ts';
import { webHosts } from '../web-sessions/web-request.ts';
import { composeAccounts } from './accounts.ts';
import { composeAdminApi } from './admin-api.ts';
import { composeAuthorizationServer } from './authorization-server.ts';
import type { LoginPages } from './authorization-server.ts';
import { composeInlineHooks } from './hooks.ts';
import { composeInstallation } from './installation.ts';
import { composeInvitations } from './invitations.ts';
import { issuerContext } from './issuer-context.ts';
import { composeLoginPages } from './login-pages.ts';
import { composeSecurityEvents } from './security-events.ts';
import { composeTenants } from './tenants.ts';
import { composeWebSessions } from './web-sessions.ts';
import { movedRows } from './moved-rows.ts';

/**
 * Combines the areas of the hub. For tests, `loginPages` replaces its own pages, and `webFolder` the built web applications.
 */
export async function composeHub(
  platform: Platform,
  config: HubConfig,
  loginPages?: LoginPages,
  webFolder?: URL,
): Promise<ServiceParts> {
  const { db, bus, log, metrics } = platform;
  const { keys, getTenant } = issuerContext(platform, config);
  const adminApi = composeAdminApi(platform, config);
  await keys.maintain();
  const conformance = await composeInstallation(platform, config);
  const tenants = composeTenants(platform, config);
  const { hooks, worker: hookWorker } = composeInlineHooks(platform, config);
  const invitations = composeInvitations(platform, config);
  const login = await composeLoginPages(platform, config, { hooks, invitations });
  const authorizationServer = composeAuthorizationServer(
    platform,
    config,
    { ...login, surface: loginPages ?? login.surface },
    hooks,
  );
  const web = composeWebSessions(platform, config, authorizationServer.web, webFolder);
  const accounts = composeAccounts(platform, config, {
    ...authorizationServer,
    intents: invitations.intents,
  });
  return {
    mounts: [
      ...adminApi.mounts,
      ...accounts.mounts,
      serve(setupTestSignInOperations, login.testSignIns),
    ],
    surfaces: [
      ...authorizationServer.surfaces,
      ...accounts.surfaces,
      ...adminApi.surfaces,
      ...web.surfaces,
      limitedPages(
        previewSurface({
          pages: login.pages,
          hostOf: webHosts(authorizationServer.web.pageHostOf),
          identity: () => platform.peer('identity-facade'),
        }),
        authorizationServer.web,
      ),
      authorizationServer.otherPages,
    ],
    jobs: [...authorizationServer.jobs, invitations.job],
    rpc: [
      ...tenants.rpc,
      accounts.rpc,
      signingRpc({ getTenant, sign: documentSigning(keys), documentKeys: keys.documentKeys }),
      ...adminApi.rpc,
      web.rpc,
    ],
    singletons: [resealing(platform, movedRows.sealed), fixedWindowSweep(db), web.sweep],
    workers: [
      keys.worker,
      conformance.worker,
      tenants.worker,
      login.worker,
      login.geo,
      hookWorker,
      login.close,
      cutoffWorker({ db, bus, log, metrics }),
      ...authorizationServer.workers,
      ...adminApi.workers,
      ...composeSecurityEvents(platform, config),
    ],
    ready: { 'scope-conformance': conformance.ready },
  };
}
