import { useEffect } from 'react';
import { finishSignInTab } from '../client/sign-in-tab.ts';
import { useWebClient } from '../client/web-client.ts';
import { useSay } from '../kit/words/words-context.ts';

/** The end of a sign-in in a tab of its own. Browsers that do not close the tab show this. */
export function SignedInPage() {
  const say = useSay('app');
  const { app } = useWebClient();
  useEffect(() => finishSignInTab(app), [app]);
  return (
    <>
      <h1>{say('signedIn.title')}</h1>
      <p>{say('signedIn.text')}</p>
    </>
  );
}
