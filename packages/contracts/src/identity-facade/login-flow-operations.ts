import { z } from 'zod';
import { queryInteger } from '../common/list.ts';
import { allOf, operations, recentSignIn } from '../operation.ts';
import { LoginFlowDefinition } from './login-flow.ts';
import { LoginFlowAssuranceMethods } from './login-flow-assurance-methods.ts';
import { BindLoginFlowClientRequest, LoginFlowClientBinding } from './login-flow-binding.ts';
import { LoginFlowSimulation, SimulateLoginFlowRequest } from './login-flow-simulation.ts';
import {
  ActivateLoginFlowRequest,
  LoginFlowTemplate,
  LoginFlowVersionSummary,
} from './login-flow-version.ts';

const read = allOf('tenant:idp.read');
const write = allOf('tenant:idp.write');
const path = '/api/v1/login-flows';
const bounds = { maxBodyBytes: 262_144, maxJsonDepth: 32 } as const;

/** Operations on login flows, the versioned documents that define how users sign in. */
export const loginFlowOperations = operations({
  loginFlowGetActive: {
    method: 'get',
    path: `${path}/active`,
    scopes: read,
    summary: 'Gets the active login flow',
    response: LoginFlowDefinition,
    errors: [],
    description: 'A tenant that has never activated a flow uses version 0, the built-in default.',
  },
  loginFlowGetDraft: {
    method: 'get',
    path: `${path}/draft`,
    scopes: read,
    summary: 'Gets the draft',
    response: LoginFlowDefinition,
    errors: [],
  },
  loginFlowPutDraft: {
    method: 'put',
    path: `${path}/draft`,
    scopes: write,
    summary: 'Saves the draft',
    body: LoginFlowDefinition,
    response: LoginFlowDefinition,
    errors: ['precondition_failed'],
    ...bounds,
    description:
      'The response lists problems in the definition. Problems of severity `error` prevent activation.',
  },
  loginFlowActivate: {
    method: 'post',
    path: `${path}/activate`,
    scopes: write,
    stepUp: recentSignIn,
    summary: 'Activates the draft or an earlier version',
    body: ActivateLoginFlowRequest,
    response: LoginFlowDefinition,
    errors: [],
    ...bounds,
    description:
      'Logins in progress continue with the version that they started with. A flow that has problems of severity `error` cannot be activated.',
  },
  loginFlowGetVersions: {
    method: 'get',
    path: `${path}/versions`,
    scopes: read,
    summary: 'Lists the versions, newest first',
    response: z.array(LoginFlowVersionSummary),
    errors: [],
    noEtag: true,
  },
  loginFlowGetVersion: {
    method: 'get',
    path: `${path}/versions/{version}`,
    scopes: read,
    summary: 'Gets a version',
    params: z.object({ version: queryInteger(0, 999_999_999) }),
    response: LoginFlowDefinition,
    errors: [],
    description: 'Version 0 is the built-in default.',
  },
  loginFlowGetTemplates: {
    method: 'get',
    path: `${path}/templates`,
    scopes: read,
    summary: 'Lists the templates',
    response: z.array(LoginFlowTemplate),
    errors: [],
    noEtag: true,
  },
  loginFlowApplyTemplate: {
    method: 'post',
    path: `${path}/templates/{templateId}/apply`,
    scopes: write,
    summary: 'Saves a template as the draft',
    response: LoginFlowDefinition,
    errors: ['conflict', 'precondition_failed'],
    description: 'Replacing a draft requires its ETag in If-Match.',
  },
  loginFlowGetAssuranceMethods: {
    method: 'get',
    path: `${path}/assurance-methods`,
    scopes: read,
    summary: 'Lists sign-in methods and the assurance that they provide',
    response: LoginFlowAssuranceMethods,
    errors: [],
  },
  loginFlowListClientBindings: {
    method: 'get',
    path: `${path}/client-bindings`,
    scopes: read,
    summary: 'Lists the bindings of clients',
    response: z.array(LoginFlowClientBinding),
    errors: [],
    noEtag: true,
  },
  loginFlowGetClientBinding: {
    method: 'get',
    path: `${path}/client-bindings/{clientId}`,
    scopes: read,
    summary: 'Gets the binding of a client',
    response: LoginFlowClientBinding,
    errors: [],
  },
  loginFlowPutClientBinding: {
    method: 'put',
    path: `${path}/client-bindings/{clientId}`,
    scopes: write,
    summary: 'Binds a client to a version and an entry point',
    body: BindLoginFlowClientRequest,
    response: LoginFlowClientBinding,
    errors: ['limit_exceeded', 'precondition_failed'],
    ...bounds,
    description: 'A binding can only make the flow stricter.',
  },
  loginFlowDeleteClientBinding: {
    method: 'delete',
    path: `${path}/client-bindings/{clientId}`,
    scopes: write,
    summary: 'Removes the binding of a client',
    response: z.unknown(),
    status: 204,
    errors: ['precondition_failed'],
  },
  loginFlowSimulate: {
    method: 'post',
    path: `${path}/simulate`,
    scopes: read,
    summary: 'Simulates a login',
    body: SimulateLoginFlowRequest,
    response: LoginFlowSimulation,
    errors: [],
    noEtag: true,
    mode: 'query',
    ...bounds,
    description:
      'Uses the same evaluator as real logins. Without answers, each step succeeds with the first available method. Nothing is sent or stored.',
  },
});
