import { useMutation, useQueryClient } from '@tanstack/react-query';
import { signOut } from '../client/session.ts';
import { readShell } from '../client/shell.ts';
import { Button } from '../kit/button.tsx';

/** The name of the tenant, and the way out. */
export function AccountHeader() {
  const queryClient = useQueryClient();
  const out = useMutation({
    mutationFn: () => signOut('account'),
    onSuccess: () => {
      queryClient.clear();
      location.assign('/oauth2/logout/success');
    },
  });
  return (
    <header>
      <bdi>{readShell().tenantName}</bdi>
      <Button onPress={() => out.mutate()} isDisabled={out.isPending}>
        Sign out
      </Button>
      {out.isError && <p role="alert">You could not be signed out. Try again.</p>}
    </header>
  );
}
