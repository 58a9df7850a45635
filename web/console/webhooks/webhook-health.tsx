import type { WebhookEndpoint } from '@platform/sdk';
import { StatusDot } from '../../kit/content/badge.tsx';
import { ExactTime } from '../../kit/content/time.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import styles from './webhooks.module.css';

type HealthProps = { endpoint: WebhookEndpoint };

/** How an endpoint is, in words: whether it works, since when it does not, and that it has been turned off. */
export function WebhookState({ endpoint: { status, statusReason, health } }: HealthProps) {
  const say = useSay('webhooks');
  if (status !== 'enabled')
    return (
      <StatusDot state={statusReason === 'admin' ? 'neutral' : 'error'}>
        {say(`health.off.${statusReason ?? 'admin'}`)}
      </StatusDot>
    );
  if (health.failingSince !== null)
    return (
      <StatusDot state="error">
        <span>
          {say.rich('health.failing', {
            time: <ExactTime key="time" at={health.failingSince} />,
          })}
        </span>
      </StatusDot>
    );
  if (health.lastSuccessAt === null)
    return <StatusDot state="neutral">{say('health.unused')}</StatusDot>;
  return <StatusDot state="ok">{say('health.ok')}</StatusDot>;
}

/** What the state of an endpoint holds up, and why. */
export function useWebhookBacklog({ health, blockedBy }: WebhookEndpoint): string[] {
  const say = useSay('webhooks');
  const { pendingDeliveries, heldDeliveries, lastError } = health;
  return [
    ...(heldDeliveries > 0 ? [say('health.held', { count: heldDeliveries })] : []),
    ...(pendingDeliveries > 0 ? [say('health.pending', { count: pendingDeliveries })] : []),
    ...blockedBy.map(({ reason }) => say('delivery.waits', { reason: say(`blocked.${reason}`) })),
    ...(health.failingSince !== null && lastError !== null ? [say(`error.${lastError}`)] : []),
  ];
}

/** State and backlog in a cell of the list. */
export function WebhookHealthCell({ endpoint }: HealthProps) {
  const backlog = useWebhookBacklog(endpoint);
  return (
    <span className={styles['health']}>
      <WebhookState endpoint={endpoint} />
      {backlog.length > 0 && <span className={styles['quiet']}>{backlog.join(' · ')}</span>}
    </span>
  );
}
