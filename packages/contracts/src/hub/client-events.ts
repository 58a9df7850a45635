import { z } from 'zod';
import { Application, ApplicationSecret } from './application.ts';
import { eventData, eventType } from '../events/event.ts';
import type { EventType } from '../events/event.ts';
import { exampleApplication } from '../events/examples.ts';

type More = Partial<Pick<EventType, 'severity'>> & {
  data?: Record<string, z.ZodType>;
  example?: Record<string, unknown>;
};

const client = (description: string, { data = {}, example = {}, ...more }: More = {}): EventType =>
  eventType({
    description,
    emittedBy: 'hub',
    subject: 'client',
    data: eventData('client', Application, data),
    example: { client: exampleApplication, ...example },
    ...more,
  });

const { last4, expiresAt } = ApplicationSecret.shape;
const secret = {
  data: { secretId: z.string(), last4, expiresAt },
  example: { secretId: 'sec_01m7vqhvjpfrhtg5g075cmmcw9', last4: 'k3Zx', expiresAt: null },
};

/** Events of OAuth clients. They contain ids of secrets, never their values. */
export const clientEvents = {
  'client.created': client('An application was registered.'),
  'client.updated': client('An application was updated.', {
    data: { changed: z.array(z.string()) },
    example: { changed: ['/redirectUris'] },
  }),
  'client.enabled': client('An application was enabled.', { severity: 'medium' }),
  'client.disabled': client('An application was disabled; its tokens were revoked.', {
    severity: 'medium',
  }),
  'client.deleted': client('An application was deleted; its tokens were revoked.', {
    severity: 'medium',
  }),
  'client.secret_created': client('A client secret was created.', {
    severity: 'medium',
    ...secret,
  }),
  'client.secret_deleted': client('A client secret was deleted.', {
    severity: 'medium',
    ...secret,
  }),
  'client.secret_reconciled': client(
    'The secret of an infrastructure client was set from configuration.',
    { severity: 'medium', ...secret },
  ),
  'client.claims_webhook_set': client('The claims webhook of an application was set.'),
  'client.claims_webhook_cleared': client('The claims webhook of an application was cleared.'),
};
