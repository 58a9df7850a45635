import { z } from 'zod';
import { eventType } from './event.ts';

/** The audit channel: one record per write through the API. */
export const auditEvents = {
  'audit.recorded': eventType({
    description:
      'A write was requested. Records who requested it, from which address, and the outcome.',
    emittedBy: 'every service',
    subject: 'operation',
    channel: 'audit',
    subscribable: false,
    data: z.looseObject({
      operationId: z.string(),
      outcome: z.enum(['success', 'failure', 'denied']),
      status: z.int(),
    }),
    example: { operationId: 'userDirectoryCreate', outcome: 'success', status: 200 },
    exampleSubjectId: 'usr_01m7vqhvjpfrhtg5g075cmmcw9',
  }),
};
