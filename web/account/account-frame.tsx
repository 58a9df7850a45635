import { Outlet, useLocation } from '@tanstack/react-router';
import { readShell } from '../client/shell.ts';
import { AppFrame } from '../kit/frame/app-frame.tsx';
import { SessionFrame } from '../parts/session-frame.tsx';
import { SignOutButton } from './sign-out-button.tsx';

/** The frame of every page of the account: what it shows belongs to the user of the session. */
export function AccountFrame() {
  const { pathname } = useLocation();
  return (
    <SessionFrame>
      <AppFrame brand={{ name: readShell().tenantName }} path={pathname} end={<SignOutButton />}>
        <Outlet />
      </AppFrame>
    </SessionFrame>
  );
}
