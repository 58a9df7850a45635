import type { WebhookDelivery } from '@platform/sdk';
import { StatusDot } from '../../kit/content/badge.tsx';
import { useFormats, useSay } from '../../kit/words/words-context.ts';

const states = {
  pending: 'info',
  in_flight: 'info',
  succeeded: 'ok',
  dead_lettered: 'error',
  held: 'warning',
  cancelled: 'neutral',
} as const;

/** What has become of a delivery. */
export function DeliveryStatus({ delivery: { status } }: { delivery: WebhookDelivery }) {
  const say = useSay('webhooks');
  return <StatusDot state={states[status]}>{say(`status.${status}`)}</StatusDot>;
}

/** Why a delivery waits, a sentence each. */
export function useDeliveryBlocks({ blockedBy }: WebhookDelivery): string[] {
  const say = useSay('webhooks');
  const formats = useFormats();
  return blockedBy.map(({ reason, until }) =>
    until === null
      ? say('delivery.waits', { reason: say(`blocked.${reason}`) })
      : say('delivery.waitsUntil', {
          reason: say(`blocked.${reason}`),
          time: formats.formatTime(until),
        }),
  );
}

/** The answer to an attempt in a few words. */
export function useAttemptResult(): (attempt: WebhookDelivery['lastAttempt']) => string {
  const say = useSay('webhooks');
  return (attempt) => {
    if (attempt === null) return '—';
    if (attempt.responseStatus !== null) return String(attempt.responseStatus);
    return attempt.error === null ? '—' : say(`error.${attempt.error}`);
  };
}
