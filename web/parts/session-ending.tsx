import { useQueryClient } from '@tanstack/react-query';
import { useCountdown } from '../client/countdown.ts';
import type { SessionClock } from '../client/session-clock.ts';
import { rereadSession } from '../client/session-query.ts';
import { signInTabUrl } from '../client/sign-in-tab.ts';
import { useWebClient } from '../client/web-client.ts';
import { Banner } from '../kit/content/banner.tsx';
import { Button } from '../kit/controls/button.tsx';
import { useSay } from '../kit/words/words-context.ts';
import styles from './session-frame.module.css';

/** Warns before the session ends, and says what keeps it. */
export function SessionEnding({ clock: { endsAt, isAbsolute } }: { clock: SessionClock }) {
  const say = useSay('app');
  const queryClient = useQueryClient();
  const { app } = useWebClient();
  const seconds = useCountdown(endsAt);
  const action = isAbsolute ? (
    <Button size="small" onPress={() => window.open(signInTabUrl(app, { maxAgeSeconds: 0 }))}>
      {say('session.signInTab')}
    </Button>
  ) : (
    // A press is an input, so the request counts as use.
    <Button size="small" onPress={() => void rereadSession(queryClient)}>
      {say('session.stay')}
    </Button>
  );
  return (
    <div className={styles['ending']}>
      <Banner state="warning" isLive actions={action}>
        {say(isAbsolute ? 'session.endsAbsolute' : 'session.endsIdle', { seconds })}
      </Banner>
    </div>
  );
}
