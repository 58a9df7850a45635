import { TabLinks } from '../../kit/controls/tabs.tsx';
import { useSay } from '../../kit/words/words-context.ts';

/** Leads from the roles to the permissions that they are made of, and back. */
export function RoleListTabs({ current }: { current: string }) {
  const say = useSay('roles');
  const tabs = [
    { href: '/access/roles', label: say('tab.roles') },
    { href: '/access/roles/permissions', label: say('tab.permissions') },
  ];
  return <TabLinks label={say('title')} tabs={tabs} current={current} />;
}
