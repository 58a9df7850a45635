import { useEffect, useRef } from 'react';
import { me } from '@platform/sdk';
import type { CompleteIdentityLinkRequest } from '@platform/sdk';
import { useWrite } from '../../client/write.ts';
import { showToast } from '../../kit/overlays/toast.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { responseIn } from './identity-response.ts';

/** Passes on the response with which the browser has come back from a provider, once. Returns the write. */
export function useIdentityReturn() {
  const say = useSay('account-connections');
  const complete = useWrite(
    (api, response: CompleteIdentityLinkRequest, key) => me(api).identities.complete(response, key),
    {
      refreshes: ['meIdentityList', 'meSignInMethodList', 'meActivityList'],
      onDone: () => showToast({ text: say('identity.linked') }),
    },
  );
  const isSent = useRef(false);
  const { mutate } = complete;
  useEffect(() => {
    const response = responseIn(location.hash);
    if (!response || isSent.current) return;
    isSent.current = true;
    // It works only once, and should not remain visible in the address.
    history.replaceState(history.state, '', location.pathname + location.search);
    mutate(response);
  }, [mutate]);
  return complete;
}
