import { useSuspenseQuery } from '@tanstack/react-query';
import { Outlet, useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { sessionQuery } from '../client/session.ts';
import { readShell } from '../client/shell.ts';
import { signInUrl } from '../client/web-app.ts';
import { AppFrame } from '../kit/frame/app-frame.tsx';
import { SignOutButton } from './sign-out-button.tsx';

/** Leads to the sign-in, and back to this address. Until the browser has left, there is nothing to show. */
function SignInRedirect() {
  useEffect(() => {
    const returnTo = location.pathname + location.search;
    location.replace(signInUrl('account', { returnTo }));
  }, []);
  return null;
}

/** The frame of every page of the account: what it shows belongs to the user of the session. */
export function AccountFrame() {
  const { data: session } = useSuspenseQuery(sessionQuery('account'));
  const { pathname } = useLocation();
  if (!session) return <SignInRedirect />;
  return (
    <AppFrame brand={{ name: readShell().tenantName }} path={pathname} end={<SignOutButton />}>
      <Outlet />
    </AppFrame>
  );
}
