import type { WebhookEndpoint } from '@platform/sdk';
import { linesOf, textOfLines } from '../../client/lines.ts';
import { bodyOf } from '../../client/form-text.ts';

/** The form of an endpoint. Event types have a line each. */
export interface WebhookValues {
  url: string;
  description: string;
  eventTypes: string;
  payload: string;
  ordering: string;
  rateLimitPerSecond: number | null;
  timeoutSeconds: number;
}

const webhookFields = [
  { name: 'url', group: 'target' },
  { name: 'description', group: 'target' },
  { name: 'eventTypes', group: 'target' },
  { name: 'payload', group: 'delivery' },
  { name: 'ordering', group: 'delivery' },
  { name: 'timeoutSeconds', group: 'delivery' },
  { name: 'rateLimitPerSecond', group: 'delivery' },
] as const;

export type WebhookField = (typeof webhookFields)[number]['name'];

export const webhookValues = (endpoint: WebhookEndpoint): WebhookValues => ({
  url: endpoint.url,
  description: endpoint.description ?? '',
  eventTypes: textOfLines(endpoint.eventTypes),
  payload: endpoint.payload,
  ordering: endpoint.ordering,
  rateLimitPerSecond: endpoint.rateLimitPerSecond,
  timeoutSeconds: endpoint.timeoutSeconds,
});

/** Values of the form as a request has them. */
export function webhookBody(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { eventTypes, rateLimitPerSecond, ...others } = values;
  return {
    ...bodyOf(others),
    ...('eventTypes' in values && { eventTypes: linesOf(String(eventTypes), /[\n,]/) }),
    // An emptied number field has NaN.
    ...('rateLimitPerSecond' in values && {
      rateLimitPerSecond: Number.isNaN(rateLimitPerSecond) ? null : rateLimitPerSecond,
    }),
  };
}
