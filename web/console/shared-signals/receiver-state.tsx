import type { SsfReceiver } from '@platform/sdk';
import { StatusDot } from '../../kit/content/badge.tsx';
import { useSay } from '../../kit/words/words-context.ts';

/** The state of a receiver in words: turned off, waiting for its verification, failing, or working. */
export function ReceiverState({ receiver }: { receiver: SsfReceiver }) {
  const say = useSay('sharedSignals');
  const { status, verification, consecutiveFailures } = receiver;
  if (status !== 'enabled')
    return (
      <StatusDot state={status === 'paused' ? 'warning' : 'neutral'}>
        {say(`status.${status}`)}
      </StatusDot>
    );
  if (verification.state === 'failed')
    return <StatusDot state="error">{say('verification.failed')}</StatusDot>;
  if (consecutiveFailures > 0)
    return <StatusDot state="error">{say('failures', { count: consecutiveFailures })}</StatusDot>;
  return verification.state === 'verified' ? (
    <StatusDot state="ok">{say('status.enabled')}</StatusDot>
  ) : (
    <StatusDot state="warning">{say('verification.unverified')}</StatusDot>
  );
}

const namePattern = /\/event-type\/([a-z-]+)$/;

/** `https://…/caep/event-type/session-revoked` as `session-revoked`; other URIs unchanged. */
export const eventName = (uri: string): string => namePattern.exec(uri)?.[1] ?? uri;
