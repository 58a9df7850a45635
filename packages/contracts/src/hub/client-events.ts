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

/** Facts of OAuth clients. Secrets are named, never told. */
export const clientEvents = {
  'client.created': client('An application was registered.'),
  'client.updated': client('An application was changed.', {
    data: { changed: z.array(z.string()) },
    example: { changed: ['/redirectUris'] },
  }),
  'client.enabled': client('A disabled application is enabled again.', { severity: 'medium' }),
  'client.disabled': client('An application was disabled, and its tokens cut off.', {
    severity: 'medium',
  }),
  'client.deleted': client('An application was deleted, and its tokens cut off.', {
    severity: 'medium',
  }),
  'client.secret_created': client('An application got a new secret.', {
    severity: 'medium',
    ...secret,
  }),
  'client.secret_deleted': client('A secret of an application was deleted.', {
    severity: 'medium',
    ...secret,
  }),
  'client.secret_reconciled': client(
    'The secret of an infrastructure client was set from the configuration.',
    { severity: 'medium', ...secret },
  ),
  'client.claims_webhook_set': client('The claims webhook of an application was set.'),
  'client.claims_webhook_cleared': client('The claims webhook of an application was cleared.'),
};
