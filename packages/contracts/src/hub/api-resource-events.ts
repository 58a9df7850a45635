import { z } from 'zod';
import { eventData, eventType } from '../events/event.ts';
import type { EventType } from '../events/event.ts';
import {
  exampleApiClient,
  exampleApiDetailType,
  exampleApiResource,
  exampleApiScope,
} from '../events/examples.ts';
import { ApiClient } from './api-client.ts';
import { ApiDetailType } from './api-detail-type.ts';
import { ApiResource, ApiSigningAlgorithm } from './api-resource.ts';
import { ApiScope } from './api-scope.ts';

type More = Partial<Pick<EventType, 'severity'>> & {
  data?: Record<string, z.ZodType>;
  example?: Record<string, unknown>;
};

const api = (description: string, { data = {}, example = {}, ...more }: More = {}): EventType =>
  eventType({
    description,
    emittedBy: 'hub',
    subject: 'api_resource',
    data: eventData('apiResource', ApiResource, data),
    example: { apiResource: exampleApiResource, ...example },
    ...more,
  });

const scope = { data: { scope: ApiScope }, example: { scope: exampleApiScope } };
const detailType = {
  data: { detailType: ApiDetailType },
  example: { detailType: exampleApiDetailType },
};
const client = {
  severity: 'medium' as const,
  data: { client: ApiClient },
  example: { client: exampleApiClient },
};

/** Events of the tenant's own APIs. */
export const apiResourceEvents = {
  'api_resource.created': api('An API was registered.'),
  'api_resource.updated': api('An API was updated.', {
    data: { changed: z.array(z.string()) },
    example: { changed: ['/accessTokenTtlSeconds'] },
  }),
  'api_resource.enabled': api('An API was enabled.', { severity: 'medium' }),
  'api_resource.disabled': api('An API was disabled; its tokens were revoked.', {
    severity: 'medium',
  }),
  'api_resource.deleted': api('An API was deleted; its tokens were revoked.', {
    severity: 'medium',
  }),
  'api_resource.scope_put': api('A scope of an API was created or changed.', scope),
  'api_resource.scope_removed': api('A scope of an API was removed.', scope),
  'api_resource.detail_type_put': api(
    'A type of authorization details of an API was created or changed.',
    detailType,
  ),
  'api_resource.detail_type_removed': api(
    'A type of authorization details of an API was removed.',
    detailType,
  ),
  'api_resource.client_granted': api('An application was given access to an API.', client),
  'api_resource.client_revoked': api(
    "An application's access to an API was revoked, with its tokens.",
    client,
  ),
  'api_resource.keys_rotated': eventType({
    description: 'A key that signs tokens of APIs was rotated.',
    severity: 'medium',
    emittedBy: 'hub',
    subject: 'signing_key',
    data: z.looseObject({
      kid: z.string(),
      alg: ApiSigningAlgorithm,
      immediate: z.boolean(),
    }),
    example: { kid: 'kP1xJ8m0Tq7wZb3nC5vR2yL9sD4fG6hK1aQ8eU0iO2Y', alg: 'ES256', immediate: false },
    exampleSubjectId: 'kP1xJ8m0Tq7wZb3nC5vR2yL9sD4fG6hK1aQ8eU0iO2Y',
  }),
};
