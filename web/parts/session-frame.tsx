import { useSuspenseQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { useSessionClock, useSessionKeeper } from '../client/session-keeper.ts';
import { sessionQuery } from '../client/session-query.ts';
import { signInUrl } from '../client/web-app.ts';
import { useWebClient } from '../client/web-client.ts';
import { SessionDialogs } from './session-dialogs.tsx';
import type { StepUpAcr } from './session-dialogs.tsx';
import { SessionEnding } from './session-ending.tsx';
import styles from './session-frame.module.css';

/** Leads to the sign-in, and back to this address. Until the browser has left, there is nothing to show. */
function SignInRedirect() {
  const { app } = useWebClient();
  useEffect(() => {
    location.replace(signInUrl(app, { returnTo: location.pathname + location.search }));
  }, [app]);
  return null;
}

export interface SessionFrameProps {
  children: ReactNode;
  stepUpAcr?: StepUpAcr;
}

/**
 * Makes sure that there is a session around the pages of an application. When it has ended, what is on the page stays in memory below
 * a dialog; after an end for lack of use, it is hidden as well.
 */
export function SessionFrame({ children, stepUpAcr }: SessionFrameProps) {
  useSessionKeeper();
  const { data: session } = useSuspenseQuery(sessionQuery);
  const clock = useSessionClock();
  if (!session) return <SignInRedirect />;
  const isHidden = clock?.phase === 'ended';
  return (
    <>
      <div className={styles[isHidden ? 'hidden' : 'shown']}>{children}</div>
      {clock?.phase === 'ending' && <SessionEnding clock={clock} />}
      <SessionDialogs stepUpAcr={stepUpAcr} />
    </>
  );
}
