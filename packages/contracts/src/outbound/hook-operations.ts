import { z } from 'zod';
import { Deletion, paging } from '../common/list.ts';
import { allOf, anyOf, operations, recentSignIn } from '../operation.ts';
import {
  CreateHookRequest,
  Hook,
  HookStage,
  HookWithSecret,
  ListEnvelopeHookResponse,
  UpdateHookRequest,
} from './hook.ts';
import { HookTestRequest, HookTestResult } from './webhook-delivery.ts';
import { RotateWebhookSecretRequest } from './webhook-endpoint.ts';

const read = allOf('tenant:webhooks.read');
const write = allOf('tenant:webhooks.write');
const path = '/api/v1/hooks';

/**
 * Operations that test an endpoint which the platform calls for a tenant: webhooks, inline hooks,
 * sinks.
 */
export const hookTestOperations = operations({
  hookTest: {
    method: 'post',
    path: `${path}/{id}/test`,
    scopes: anyOf('tenant:webhooks.write', 'tenant:siem.write'),
    mode: 'external',
    summary: 'Sends a test event to a webhook, hook or sink',
    body: HookTestRequest,
    bodyOptional: true,
    response: HookTestResult,
    secretAnswer: true,
    errors: [],
    noEtag: true,
    firstByteSeconds: 35,
    longPoll: true,
    description:
      'Makes one synchronous attempt, signed and limited like a real one, with the header `X-Platform-Test: true`. Webhook endpoints (`whe_`) and inline hooks (`hok_`) require `tenant:webhooks.write`; sinks (`snk_`) require `tenant:siem.write`. Test deliveries are rate limited per tenant.',
  },
});

/**
 * Operations on inline hooks, which the platform calls while someone signs up, signs in or gets a
 * token.
 */
export const hookOperations = operations({
  hookList: {
    method: 'get',
    path,
    scopes: read,
    summary: 'Lists inline hooks by stage and position',
    query: z.strictObject({ stage: HookStage.optional(), ...paging }),
    response: ListEnvelopeHookResponse,
    schemaNames: { response: 'ListEnvelopeHookResponse' },
    errors: [],
    noEtag: true,
  },
  hookCreate: {
    method: 'post',
    path,
    scopes: write,
    summary: 'Creates an inline hook',
    body: CreateHookRequest,
    response: HookWithSecret,
    secretAnswer: true,
    errors: ['limit_exceeded'],
    maxBodyBytes: 262_144,
    description:
      'The secret is returned only once. At most 3 hooks can be enabled per stage, or 20 for `login_flow`.',
  },
  hookGet: {
    method: 'get',
    path: `${path}/{id}`,
    scopes: read,
    summary: 'Gets an inline hook',
    response: Hook,
    errors: [],
  },
  hookUpdate: {
    method: 'patch',
    path: `${path}/{id}`,
    scopes: write,
    summary: 'Updates an inline hook',
    body: UpdateHookRequest,
    mergePatch: true,
    response: Hook,
    errors: ['precondition_failed', 'limit_exceeded'],
    maxBodyBytes: 262_144,
    description: 'JSON Merge Patch (RFC 7396). Takes effect everywhere within 30 seconds.',
  },
  hookDelete: {
    method: 'delete',
    path: `${path}/{id}`,
    scopes: write,
    summary: 'Deletes an inline hook',
    response: Deletion,
    errors: ['precondition_failed'],
  },
  hookRotateSecret: {
    method: 'post',
    path: `${path}/{id}/rotate-secret`,
    scopes: write,
    stepUp: recentSignIn,
    summary: "Rotates a hook's signing secret",
    body: RotateWebhookSecretRequest,
    bodyOptional: true,
    response: HookWithSecret,
    secretAnswer: true,
    errors: ['precondition_failed'],
    description:
      'Requests are also signed with the old secret until it expires. A hook can have three active secrets.',
  },
});
