import { useQueryClient } from '@tanstack/react-query';
import { useCountdown } from '../../client/countdown.ts';
import type { SessionClock } from '../../client/session-clock.ts';
import { rereadSession } from '../../client/session-query.ts';
import { Banner } from '../../kit/content/banner.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import styles from './setup-frame.module.css';

/** Warns before the session ends. After eight hours, only a new link helps. */
export function SessionEnding({ clock: { endsAt, isAbsolute } }: { clock: SessionClock }) {
  const say = useSay('setup');
  const sayApp = useSay('app');
  const queryClient = useQueryClient();
  const seconds = useCountdown(endsAt);
  return (
    <div className={styles['ending']}>
      <Banner
        state="warning"
        isLive
        actions={
          !isAbsolute && (
            // A press is an input, so the request counts as use.
            <Button size="small" onPress={() => void rereadSession(queryClient)}>
              {sayApp('session.stay')}
            </Button>
          )
        }
      >
        {isAbsolute
          ? say('session.endsAbsolute', { seconds })
          : sayApp('session.endsIdle', { seconds })}
      </Banner>
    </div>
  );
}
