import type { WebhookAttemptError, WebhookAttemptResource } from '@platform/contracts';
import type { EgressResponse } from '@platform/kit/egress';
import { newId } from '@platform/kit/ids';
import { keptResponse, unfinishedAttempt } from '../attempts/attempt-record.ts';
import { withoutQuery } from '../receivers/receiver-url.ts';
import { attemptResource } from '../deliveries/delivery-resource.ts';

/** The result of one test request. */
export interface TestedRequest {
  url: string;
  startedAt: number;
  endedAt: number;
  error: WebhookAttemptError | null;
  response?: EgressResponse | undefined;
  secretIds?: string[];
}

const captureBytes = 4096;

/** Returns the attempt of a test without a delivery. */
export const testedAttempt = ({
  url,
  startedAt,
  endedAt,
  error,
  response,
  secretIds = [],
}: TestedRequest): WebhookAttemptResource =>
  attemptResource(
    {
      ...unfinishedAttempt({
        deliveryId: '',
        id: newId('webhookAttempt'),
        startedAt: new Date(startedAt),
        number: 1,
        trigger: 'test',
        url: withoutQuery(url),
      }),
      durationMs: Math.max(0, Math.round(endedAt - startedAt)),
      outcome: error === null ? 'succeeded' : 'failed',
      error,
      ...(response && keptResponse(response, captureBytes)),
      secretIds,
    },
    true,
  );
