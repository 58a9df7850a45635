import { useMutation } from '@tanstack/react-query';
import { useSignOut } from '../client/session-query.ts';
import { Button } from '../kit/controls/button.tsx';
import { useSay } from '../kit/words/words-context.ts';

/** Signs the user out of every application of the browser. */
export function SignOutButton() {
  const say = useSay('account');
  const signOut = useSignOut();
  const out = useMutation({ mutationFn: () => signOut() });
  return (
    <>
      {out.isError && <span role="alert">{say('signOut.failed')}</span>}
      <Button onPress={() => out.mutate()} isPending={out.isPending}>
        {say('signOut')}
      </Button>
    </>
  );
}
