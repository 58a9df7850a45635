import { z } from 'zod';
import { eventData, eventType } from '../events/event.ts';
import { named } from '../events/outline.ts';
import { LoginFlowClientBinding } from './login-flow-binding.ts';
import type { LoginFlowBindingResource } from './login-flow-binding.ts';

const at = '2026-11-20T05:41:00.123Z';
const flowId = 'lflow_01m7vqhvjpfrhtg5g075cmmcw9';
const clientId = 'console';

const binding: LoginFlowBindingResource = {
  id: clientId,
  clientId,
  version: null,
  entrypoint: 'default',
  minimumAssurance: 'aal2',
  allowedMethods: null,
  allowedConnectors: null,
  defaultConnector: null,
  maxAgeSeconds: null,
  signUpEnabled: null,
  effectiveVersion: 7,
  effectiveAssurance: { min: 'aal2', max: 'aal2', phishingResistantAlways: false },
  problems: [],
  createdAt: at,
  updatedAt: at,
  updatedBy: { type: 'client', id: 'admin-cli' },
};

const bound = (description: string) =>
  eventType({
    description,
    severity: 'medium',
    emittedBy: 'identity-facade',
    subject: 'client',
    data: eventData('binding', LoginFlowClientBinding, {
      reason: z.enum(['requested', 'client_deleted']),
    }),
    example: { binding, reason: 'requested' },
    exampleSubjectId: clientId,
  });

/** Events of login flows. */
export const loginFlowEvents = {
  'login_flow.activated': eventType({
    description: 'A version of the login flow was activated.',
    severity: 'medium',
    emittedBy: 'identity-facade',
    subject: 'login_flow',
    data: eventData('loginFlow', named, {
      version: z.int(),
      previousVersion: z.int(),
      source: z.enum(['draft', 'version']),
      rollback: z.boolean(),
      checksum: z.string(),
      comment: z.string().nullable(),
      activationSequence: z.int(),
      minimumActivationSequence: z.int(),
    }),
    example: {
      loginFlow: { id: flowId },
      version: 7,
      previousVersion: 6,
      source: 'draft',
      rollback: false,
      checksum: 'b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c',
      comment: 'Passkeys for everyone',
      activationSequence: 9,
      minimumActivationSequence: 0,
    },
  }),
  'login_flow.client_bound': bound('A client was bound to a version of the login flow.'),
  'login_flow.client_unbound': bound('The login flow binding of a client was removed.'),
};
