import { Outlet, useLocation, useMatches } from '@tanstack/react-router';
import { Suspense } from 'react';
import { Circle } from 'lucide-react';
import { mayCall, scopesLackedFor } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { userNameOf } from '../../client/session.ts';
import { Avatar } from '../../kit/content/avatar.tsx';
import { AppFrame } from '../../kit/frame/app-frame.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { NoAccess } from '../../parts/no-access.tsx';
import { navigationOf } from '../navigation.ts';
import type { Page } from '../page.ts';
import { ConsolePalette } from './console-palette.tsx';
import { useGoKeys } from './go-keys.ts';
import { TestTenantBar } from './test-tenant-bar.tsx';
import { usePageTitle } from '../../parts/page-title.ts';
import { lazyPart } from '../../kit/lazy-part.tsx';

/** Not needed before the page stands. */
const ConsoleMenu = lazyPart(async () => (await import('./console-menu.tsx')).ConsoleMenu);

const ElevationBar = lazyPart(async () => (await import('./elevation-bar.tsx')).ElevationBar);

const JobTray = lazyPart(async () => (await import('../jobs/job-tray.tsx')).JobTray);

const ElevationOffer = lazyPart(
  async () => (await import('../elevation/elevation-offer.tsx')).ElevationOffer,
);

/** What the innermost page that declares itself has declared. */
const usePage = (): Page | undefined =>
  useMatches({
    select: (matches) => matches.findLast(({ staticData }) => staticData.page)?.staticData.page,
  });

/** The page, or why the user does not see it. */
function PageOrReason({ page }: { page: Page | undefined }) {
  const session = useSession();
  const lacked = page ? scopesLackedFor(session, page.reads) : [];
  if (lacked.length === 0) return <Outlet />;
  const offer = mayCall(session, 'pimListEligible') && (
    <Suspense>
      <ElevationOffer />
    </Suspense>
  );
  return <NoAccess scopes={lacked} actions={offer} />;
}

/** The frame of every page: whose tenant it is, where one is, and what else there is. */
export function ConsoleFrame() {
  const say = useSay('console');
  const { pathname } = useLocation();
  const session = useSession();
  const page = usePage();
  usePageTitle(page && say(page.title));
  useGoKeys();
  const groups = navigationOf(session).map(({ label, pages }) => ({
    ...(label && { label: say(label) }),
    entries: pages.map(({ href, page: { title, icon = Circle } }) => ({
      href,
      icon,
      label: say(title),
    })),
  }));
  return (
    <AppFrame
      brand={{ name: session.tenant.name }}
      navigation={groups}
      path={pathname}
      center={<ConsolePalette />}
      end={
        <>
          <Suspense>
            <JobTray session={session} />
          </Suspense>
          <Suspense fallback={<Avatar name={userNameOf(session)} />}>
            <ConsoleMenu />
          </Suspense>
        </>
      }
      bar={
        <>
          {session.tenant.mode === 'test' && <TestTenantBar />}
          {mayCall(session, 'pimGetActiveScopes') && (
            <Suspense>
              <ElevationBar />
            </Suspense>
          )}
        </>
      }
    >
      <PageOrReason page={page} />
    </AppFrame>
  );
}
