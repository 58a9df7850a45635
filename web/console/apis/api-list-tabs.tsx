import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { TabLinks } from '../../kit/controls/tabs.tsx';
import { useSay } from '../../kit/words/words-context.ts';

/** Leads from the APIs to the keys that sign their tokens, and back. */
export function ApiListTabs({ current }: { current: string }) {
  const say = useSay('apis');
  const session = useSession();
  const tabs = [
    { href: '/apis', label: say('tab.apis') },
    ...(mayCall(session, 'apiSigningKeyList')
      ? [{ href: '/apis/keys', label: say('tab.keys') }]
      : []),
  ];
  return <TabLinks label={say('title')} tabs={tabs} current={current} />;
}
