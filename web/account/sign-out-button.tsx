import { useMutation, useQueryClient } from '@tanstack/react-query';
import { signOut } from '../client/session.ts';
import { Button } from '../kit/controls/button.tsx';
import { useSay } from '../kit/words/words-context.ts';

/** Signs the user out of every application of the browser. */
export function SignOutButton() {
  const say = useSay('account');
  const queryClient = useQueryClient();
  const out = useMutation({
    mutationFn: () => signOut('account'),
    onSuccess: () => {
      queryClient.clear();
      location.assign('/oauth2/logout/success');
    },
  });
  return (
    <>
      {out.isError && <span role="alert">{say('signOut.failed')}</span>}
      <Button onPress={() => out.mutate()} isPending={out.isPending}>
        {say('signOut')}
      </Button>
    </>
  );
}
