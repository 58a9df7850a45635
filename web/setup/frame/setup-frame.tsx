import { useMutation, useQuery } from '@tanstack/react-query';
import { Outlet, useLocation, useMatches } from '@tanstack/react-router';
import { LogOut } from 'lucide-react';
import { useSession, useSignOut } from '../../client/session-query.ts';
import { EmptyState } from '../../kit/content/empty-state.tsx';
import { ExactTime } from '../../kit/content/time.tsx';
import { Verbatim } from '../../kit/content/verbatim.tsx';
import { Button, ButtonLink } from '../../kit/controls/button.tsx';
import { Icon } from '../../kit/controls/icon.tsx';
import { AppFrame } from '../../kit/frame/app-frame.tsx';
import { showToast } from '../../kit/overlays/toast.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { usePageTitle } from '../../parts/page-title.ts';
import { TenantLogo, hasLogo } from '../../parts/tenant-logo.tsx';
import { setupQuery } from '../queries.ts';
import styles from './setup-frame.module.css';

function SignOutButton() {
  const say = useSay('setup');
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

/** For whom the link was made: they can see that they are in the right place. */
function Recipient() {
  const say = useSay('setup');
  const { data } = useQuery(setupQuery);
  return (
    data && (
      <span className={styles['recipient']}>
        {say.rich('forRecipient', {
          recipient: <Verbatim key="recipient" text={data.value.recipient} />,
        })}
      </span>
    )
  );
}

/** That everything is kept, and how long the session lasts. */
function SessionLine() {
  const say = useSay('setup');
  const { endsAt } = useSession();
  return (
    <footer className={styles['foot']}>
      {say.rich('session.line', { time: <ExactTime key="time" at={endsAt} /> })}
    </footer>
  );
}

/** Shown for an address of a task that the link is not for. */
function NotInLink() {
  const say = useSay('setup');
  return (
    <EmptyState
      why="notAllowed"
      title={say('notInLink.title')}
      actions={<ButtonLink href="/">{say('overview.back')}</ButtonLink>}
    >
      {say('notInLink.text')}
    </EmptyState>
  );
}

/** The frame of every page: header, page, and how long the session lasts. */
export function SetupFrame() {
  const say = useSay('setup');
  const { pathname } = useLocation();
  const { tenant, scopes } = useSession();
  const page = useMatches({
    select: (matches) =>
      matches.findLast(({ staticData }) => staticData.setupPage)?.staticData.setupPage,
  });
  usePageTitle(page && say(page.title));
  const isFor = page?.intent === undefined || scopes.includes(`setup.${page.intent}`);
  return (
    <AppFrame
      brand={{ name: tenant.name, ...(hasLogo() && { logo: <TenantLogo name={tenant.name} /> }) }}
      path={pathname}
      end={
        <>
          <Recipient />
          <SignOutButton />
        </>
      }
    >
      {isFor ? <Outlet /> : <NotInLink />}
      <SessionLine />
    </AppFrame>
  );
}
