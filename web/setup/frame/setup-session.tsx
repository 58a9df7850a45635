import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useInterruption, useSessionClock, useSessionKeeper } from '../../client/session-keeper.ts';
import { sessionQuery } from '../../client/session-query.ts';
import { NoLink, OpenLink } from '../link/open-link.tsx';
import { useLinkToken } from '../link/link-token.ts';
import { SessionEnded } from './session-ended.tsx';
import { SessionEnding } from './session-ending.tsx';

/**
 * Makes sure that a link has opened a session around the pages. When it has ended, the page stays in memory below a dialog, until a new
 * link is opened in another tab; after an end for lack of use, it is hidden as well.
 */
export function SetupSession({ children }: { children: ReactNode }) {
  useSessionKeeper();
  const { data: session } = useSuspenseQuery(sessionQuery);
  const clock = useSessionClock();
  const token = useLinkToken();
  const interruption = useInterruption();
  if (token !== undefined)
    return <OpenLink key={token} token={token} hasSession={session !== null} />;
  if (!session) return <NoLink />;
  return (
    <>
      <div hidden={clock?.phase === 'ended'}>{children}</div>
      {clock?.phase === 'ending' && <SessionEnding clock={clock} />}
      {interruption && <SessionEnded />}
    </>
  );
}
