import { z } from 'zod';
import { WebhookClaimSchema } from './claim-schema.ts';
import { eventData, eventType } from '../events/event.ts';

const at = '2026-11-20T05:41:00.123Z';
const name = 'cost_center';

const claimSchema = {
  id: name,
  claimName: name,
  schema: { type: 'string', maxLength: 16 },
  source: { kind: 'attribute', pointer: '/user/attributes/costCenter' },
  clientIds: [],
  scopes: [],
  tokens: ['access_token'],
  resources: [],
  required: false,
  description: null,
  enabled: true,
  revision: 2,
  createdAt: at,
  updatedAt: at,
};
const common = { emittedBy: 'outbound', subject: 'claim_schema', exampleSubjectId: name } as const;

/** Events of claim schemas. */
export const claimSchemaEvents = {
  'webhook.claim_schema_put': eventType({
    ...common,
    description: 'A claim schema was created or replaced.',
    severity: 'high',
    data: eventData('claimSchema', WebhookClaimSchema, {
      change: z.enum(['created', 'updated']),
      changed: z.array(z.string()),
      previous: z.record(z.string(), z.unknown()),
    }),
    example: {
      claimSchema,
      change: 'updated',
      changed: ['/schema'],
      previous: { '/schema': { type: 'string' } },
    },
  }),
  'webhook.claim_schema_deleted': eventType({
    ...common,
    description: 'A claim schema was deleted.',
    severity: 'medium',
    data: eventData('claimSchema', z.object({ id: z.string(), claimName: z.string() })),
    example: { claimSchema: { id: name, claimName: name } },
  }),
};
