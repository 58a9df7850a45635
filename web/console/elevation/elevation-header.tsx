import type { ReactNode } from 'react';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { TabLinks } from '../../kit/controls/tabs.tsx';
import { PageHeader } from '../../kit/frame/page-header.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { elevationTabs } from './elevation-routes.ts';

/** The head of each page of elevation. */
export function ElevationHeader({ current, actions }: { current: string; actions?: ReactNode }) {
  const say = useSay('elevation');
  const session = useSession();
  const tabs = elevationTabs
    .filter(({ reads }) => reads.every((operation) => mayCall(session, operation)))
    .map(({ path, key }) => ({ href: path, label: say(key) }));
  return (
    <PageHeader
      title={say('title')}
      meta={<span>{say('about')}</span>}
      actions={actions}
      tabs={<TabLinks label={say('title')} tabs={tabs} current={current} />}
    />
  );
}
