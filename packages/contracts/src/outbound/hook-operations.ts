import { anyOf, operations } from '../operation.ts';
import { HookTestRequest, HookTestResult } from './webhook-delivery.ts';

/** Operations on hooks of any kind. */
export const hookOperations = operations({
  hookTest: {
    method: 'post',
    path: '/api/v1/hooks/{id}/test',
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
      'One synchronous attempt with the real signing, client and limits, marked `X-Platform-Test: true`. `whe_` needs tenant:webhooks.write. Limited per tenant and window.',
  },
});
