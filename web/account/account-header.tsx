import { useMutation } from '@tanstack/react-query';
import { useSignOut } from '../client/session-query.ts';
import { readShell } from '../client/shell.ts';
import { Button } from '../kit/button.tsx';

/** The name of the tenant, and the way out. */
export function AccountHeader() {
  const signOut = useSignOut();
  const out = useMutation({ mutationFn: () => signOut() });
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
