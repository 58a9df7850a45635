import { BindLoginFlowClientRequest } from '@platform/contracts';
import type { BindLoginFlowClientRequest as Body, LoginFlowClientBinding } from '@platform/sdk';
import { z } from 'zod';
import { application } from './application.ts';
import { defineKind } from './kind.ts';
import { loginFlow } from './login-flow.ts';
import { socialConnector } from './social-connector.ts';

/** What an application requires of the login flow. A version that it is bound to has a meaning in one tenant only. */
export const loginFlowBinding = defineKind<LoginFlowClientBinding, Body>({
  name: 'login-flow-binding',
  path: 'login-flow-bindings',
  layout: 'list',
  schema: BindLoginFlowClientRequest.omit({ version: true }),
  additional: z.strictObject({ clientId: z.string() }),
  key: ['clientId'],
  refersBy: 'name',
  references: [
    { at: 'clientId', to: application },
    { at: 'allowedConnectors/*', to: socialConnector },
    { at: 'defaultConnector', to: socialConnector },
  ],
  after: [loginFlow],
  sets: ['allowedMethods', 'allowedConnectors'],
  list: ({ platform }) => platform.loginFlows.clientBindings.list(),
  get: (platform, { clientId }) => platform.loginFlows.clientBindings.get(clientId).response(),
  create: ({ platform, additional, body }) =>
    platform.loginFlows.clientBindings.put(String(additional['clientId']), body),
  update: ({ platform, resource: { clientId, version }, body, options }) =>
    platform.loginFlows.clientBindings.put(clientId, { ...body, version }, options),
  delete: ({ platform, resource: { clientId }, options }) =>
    platform.loginFlows.clientBindings.delete(clientId, options),
});
