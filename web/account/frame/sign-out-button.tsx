import { useMutation } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import { useSignOut } from '../../client/session-query.ts';
import { Button } from '../../kit/controls/button.tsx';
import { Icon } from '../../kit/controls/icon.tsx';
import { showToast } from '../../kit/overlays/toast.tsx';
import { useSay } from '../../kit/words/words-context.ts';

/** Signs the user out of every application of the browser. */
export function SignOutButton() {
  const say = useSay('account');
  const signOut = useSignOut();
  const out = useMutation({
    mutationFn: () => signOut(),
    onError: () => showToast({ text: say('signOut.failed'), state: 'error' }),
  });
  return (
    <Button kind="quiet" onPress={() => out.mutate()} isPending={out.isPending}>
      <Icon of={LogOut} />
      {say('signOut')}
    </Button>
  );
}
