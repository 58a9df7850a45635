import { Outlet, useLocation } from '@tanstack/react-router';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { CopyableId } from '../../kit/content/copyable.tsx';
import { TabLinks } from '../../kit/controls/tabs.tsx';
import { PageHeader } from '../../kit/frame/page-header.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { ShowCode } from '../../parts/show-code.tsx';
import { settingsTabs } from './settings-routes.ts';

/** The settings of the tenant; the tabs are routes. */
export function SettingsPage() {
  const say = useSay('settings');
  const session = useSession();
  const { pathname } = useLocation();
  const offered = settingsTabs.filter(({ read }) => mayCall(session, read));
  const tabs = offered.map(({ path, key }) => ({ href: `/settings${path}`, label: say(key) }));
  return (
    <>
      <PageHeader
        title={say('title')}
        meta={<CopyableId text={session.tenant.id} label={say('copyId')} isShort />}
        actions={<ShowCode entries={offered.map(({ read }) => ({ operation: read }))} />}
        tabs={<TabLinks label={say('title')} tabs={tabs} current={pathname} />}
      />
      <Outlet />
    </>
  );
}
