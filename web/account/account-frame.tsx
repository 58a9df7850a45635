import { useSuspenseQuery } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { useEffect } from 'react';
import { sessionQuery } from '../client/session-query.ts';
import { signInUrl } from '../client/web-app.ts';
import { AccountHeader } from './account-header.tsx';

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
  const { data: session } = useSuspenseQuery(sessionQuery);
  if (!session) return <SignInRedirect />;
  return (
    <>
      <AccountHeader />
      <main>
        <Outlet />
      </main>
    </>
  );
}
