import { queryOptions } from '@tanstack/react-query';
import { applications, isProblem, loginExperience, loginFlows } from '@platform/sdk';
import type { LoginFlowDefinition, SimulateLoginFlowRequest } from '@platform/sdk';
import { apiQuery } from '../../client/query.ts';
import type { Read } from '../../client/query.ts';
import { webClientOf } from '../../client/web-client.ts';

export const activeFlowQuery = apiQuery('loginFlowGetActive', [], (api, options) =>
  loginFlows(api).getActive(options),
);

/** The draft; null if there is none, which is not a failure. */
export const draftQuery = queryOptions({
  queryKey: ['loginFlowGetDraft'] as const,
  async queryFn({ client, signal }): Promise<Read<LoginFlowDefinition | null>> {
    try {
      const call = loginFlows(webClientOf(client).api).draft.get({ signal });
      const { value, etag } = await call.response();
      return { value, etag };
    } catch (error) {
      if (isProblem(error, 'not_found')) return { value: null, etag: undefined };
      throw error;
    }
  },
});

export const versionsQuery = apiQuery('loginFlowGetVersions', [], (api, options) =>
  loginFlows(api).versions.list(options),
);

export const versionQuery = (version: number) =>
  apiQuery('loginFlowGetVersion', [String(version)], (api, options) =>
    loginFlows(api).versions.get(String(version), options),
  );

export const templatesQuery = apiQuery('loginFlowGetTemplates', [], (api, options) =>
  loginFlows(api).templates.list(options),
);

export const assuranceMethodsQuery = apiQuery('loginFlowGetAssuranceMethods', [], (api, options) =>
  loginFlows(api).assuranceMethods.get(options),
);

export const bindingsQuery = apiQuery('loginFlowListClientBindings', [], (api, options) =>
  loginFlows(api).clientBindings.list(options),
);

export const connectorsQuery = apiQuery('loginExperienceListConnectors', [], (api, options) =>
  loginExperience(api).socialConnectors.list(options),
);

export const applicationNameQuery = (clientId: string) =>
  apiQuery('applicationGet', [clientId], (api, options) =>
    applications(api).get(clientId, options),
  );

export const simulationQuery = (request: SimulateLoginFlowRequest) =>
  apiQuery('loginFlowSimulate', [request], (api, options) =>
    loginFlows(api).simulate(request, options),
  );
