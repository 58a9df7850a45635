import { apiResourceOperations } from '@platform/contracts';
import { asProblem } from '@platform/kit/problem';
import { serve } from '@platform/kit/http';
import { every } from '@platform/kit/service';
import type { Platform, ServiceParts } from '@platform/kit/service';
import { reservedIdentifiers } from '../api-resources/api-identifier.ts';
import { apiResourceHandlers } from '../api-resources/api-resource-handlers.ts';
import { sweepApis } from '../api-resources/api-resource-store.ts';
import { apiResources } from '../api-resources/api-resources.ts';
import { apiUserAccess } from '../api-resources/api-user-access.ts';
import { apiResources as apiNames } from '../authorization-server/api-resources.ts';
import type { HubConfig } from '../config.ts';
import { apiResourcesRpc } from '../rpc/api-resources-rpc.ts';
import { issuerContext } from './issuer-context.ts';

const sweepMs = 3_600_000;
const experienceMs = 1_000;

/** Undefined if the sibling does not find it. */
const unlessMissing = <T>(answer: Promise<T>): Promise<T | undefined> =>
  answer.catch((error: unknown) => {
    if (asProblem(error).status === 404) return undefined;
    throw error;
  });

/** The tenants' own APIs, as their administrators manage them. */
export function composeApiResources(
  platform: Platform,
  config: HubConfig,
): Required<Pick<ServiceParts, 'mounts' | 'rpc' | 'workers'>> {
  const { db, cursors, log, trust } = platform;
  const { issuers, resourceKeys } = issuerContext(platform, config);
  const namesAt = apiNames(config.apiResources, config.publicBaseUrl);
  const rules = apiResources({
    maxPerTenant: config.maxApiResources,
    isReserved: reservedIdentifiers({
      ...issuers,
      apiResources: namesAt(issuers.platformIssuer),
    }),
    ensureKey: resourceKeys.ensure,
  });

  const experience = () =>
    platform.peer('identity-facade').service('platform.identity.v1.LoginExperience');
  const patience = { deadlineMs: experienceMs, repeatable: true };

  async function isLoginDomain(host: string): Promise<boolean> {
    return (await unlessMissing(experience().ResolveHost({ host }, patience))) !== undefined;
  }

  async function defaultLocaleOf(tenantId: string): Promise<string | undefined> {
    return (await unlessMissing(experience().ResolveLogin({ tenantId }, patience)))
      ?.supportedLocales[0];
  }

  return {
    mounts: [
      serve(
        apiResourceOperations,
        apiResourceHandlers({
          rules,
          cursors,
          keys: resourceKeys,
          isLoginDomain,
          defaultLocaleOf,
          issuerOf: async (tenantId) => (await trust.tenants.byId(tenantId))?.issuer ?? '',
          userAccessOf: apiUserAccess(() => platform.peer('fga')),
        }),
      ),
    ],
    rpc: [apiResourcesRpc(platform.rpcRunner)],
    workers: [
      resourceKeys.worker,
      every(sweepMs, 'deleted APIs', log, async () => void (await sweepApis(db))),
    ],
  };
}
