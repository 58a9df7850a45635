import { StatusDot } from '../../kit/content/badge.tsx';
import { ExactTime } from '../../kit/content/time.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { isEnded } from './inbox.ts';
import type { InboxRequest } from './inbox.ts';

type State = InboxRequest['state'];

const states: Readonly<Record<State, 'ok' | 'info' | 'warning' | 'error' | 'neutral'>> = {
  RECEIVED: 'info',
  DEACTIVATING: 'info',
  DEACTIVATED: 'info',
  HELD: 'warning',
  DEFERRED: 'error',
  ERASING: 'info',
  CANCELLING: 'info',
  PENDING: 'info',
  RUNNING: 'info',
  PARTIAL: 'warning',
  FAILED: 'error',
  COMPLETED: 'ok',
  CANCELLED: 'neutral',
  EXPIRED: 'neutral',
};

/** How far a request is. */
export function RequestState({ state }: { state: State }) {
  const say = useSay('privacy');
  return <StatusDot state={states[state]}>{say(`state.${state}`)}</StatusDot>;
}

/** The day on which an answer is due, and whether it has passed. */
export function DueDate({ request }: { request: { state: State; dueAt: string } }) {
  const say = useSay('privacy');
  const { dueAt } = request;
  const time = <ExactTime key="time" at={dueAt} isDate />;
  if (isEnded(request) || Date.parse(dueAt) > Date.now()) return time;
  return (
    <StatusDot state="error">
      <span>{say.rich('due.overdue', { time })}</span>
    </StatusDot>
  );
}
