import { z } from 'zod';
import { AccessPolicy } from './access-policy.ts';
import type { AccessPolicyResource } from './access-policy.ts';
import { eventData, eventType } from '../events/event.ts';

const at = '2026-11-20T05:41:00.123Z';

const examplePolicy: AccessPolicyResource = {
  id: 'pol_01m7vqhvjpfrhtg5g075cmmcw9',
  clientId: 'console',
  name: 'Strong sign-in outside the office',
  description: null,
  mode: 'enabled',
  priority: 100,
  conditions: {
    subjects: { include: { all: true }, exclude: { roles: ['tenant_owner'] } },
    networks: { exclude: { cidrs: ['192.0.2.0/24'] } },
  },
  controls: { assurance: { acr: 'aal2' } },
  version: 1,
  createdAt: at,
  updatedAt: at,
  modeChangedAt: at,
};

const policy = (
  description: string,
  more: Record<string, z.ZodType> = {},
  example: Record<string, unknown> = {},
) =>
  eventType({
    description,
    severity: 'high',
    emittedBy: 'fga',
    subject: 'access_policy',
    data: eventData('policy', AccessPolicy, more),
    example: { policy: examplePolicy, ...example },
  });

/** Events of conditional access policies. */
export const accessPolicyEvents = {
  'policy.created': policy('An access policy was created.'),
  'policy.updated': policy(
    'An access policy was updated.',
    { changed: z.array(z.string()) },
    { changed: ['/mode'] },
  ),
  'policy.deleted': policy('An access policy was deleted.'),
};
