import type { User } from '@platform/sdk';
import { StatusDot } from '../../kit/content/badge.tsx';
import { useSay } from '../../kit/words/words-context.ts';

const states = { active: 'ok', suspended: 'warning', deactivated: 'neutral' } as const;

/** Whether a user can sign in, and why not. */
export function UserStatus({ user: { status, statusReason } }: { user: User }) {
  const say = useSay('users');
  const reason = status === 'active' || statusReason === null ? undefined : statusReason;
  return (
    <StatusDot state={states[status]}>
      {reason === undefined
        ? say(`status.${status}`)
        : say('status.because', {
            status: say(`status.${status}`),
            reason: say(`reason.${reason}`),
          })}
    </StatusDot>
  );
}
