import { useQuery } from '@tanstack/react-query';
import { Outlet, useLocation, useMatches } from '@tanstack/react-router';
import { useSession } from '../../client/session-query.ts';
import { AppFrame } from '../../kit/frame/app-frame.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { usePageTitle } from '../../parts/page-title.ts';
import { eligibleQuery, mayElevate } from '../elevation/elevation-queries.ts';
import { elevationRoute, pageRoutes } from '../routes.ts';
import { SignOutButton } from './sign-out-button.tsx';
import { TenantLogo, hasLogo } from '../../parts/tenant-logo.tsx';

/** Whether the user has a role to activate. Others do not see the page. */
function useHasElevation(): boolean {
  const session = useSession();
  const { data } = useQuery({ ...eligibleQuery, enabled: mayElevate(session) });
  return (data?.value.data.length ?? 0) > 0;
}

/** The pages of the navigation. */
function useNavigation() {
  const say = useSay('account');
  const hasElevation = useHasElevation();
  const entries = pageRoutes
    .filter((route) => hasElevation || route !== elevationRoute)
    .flatMap(({ fullPath, options: { staticData } }) => {
      const page = staticData?.accountPage;
      return page ? [{ href: fullPath, label: say(page.title), icon: page.icon }] : [];
    });
  return [{ entries }];
}

/** The frame of every page of the account: what it shows belongs to the user of the session. */
export function AccountFrame() {
  const say = useSay('account');
  const { pathname } = useLocation();
  const { tenant } = useSession();
  const navigation = useNavigation();
  const title = useMatches({
    select: (matches) =>
      matches.findLast(({ staticData }) => staticData.accountPage)?.staticData.accountPage?.title,
  });
  usePageTitle(title && say(title));
  return (
    <AppFrame
      brand={{ name: tenant.name, ...(hasLogo() && { logo: <TenantLogo name={tenant.name} /> }) }}
      navigation={navigation}
      path={pathname}
      end={<SignOutButton />}
    >
      <Outlet />
    </AppFrame>
  );
}
