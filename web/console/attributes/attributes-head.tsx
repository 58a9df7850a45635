import type { ReactNode } from 'react';
import { TabLinks } from '../../kit/controls/tabs.tsx';
import { PageHeader } from '../../kit/frame/page-header.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import type { EntityKind } from './attribute-routes.ts';

interface AttributesHeadProps {
  kind: EntityKind;
  tab: 'list' | 'form';
  actions: ReactNode;
}

/** The head of both tabs. The kind of record stays when the tab changes. */
export function AttributesHead({ kind, tab, actions }: AttributesHeadProps) {
  const say = useSay('attributes');
  const query = kind === 'user' ? '' : `?kind=${kind}`;
  const tabs = [
    { id: 'list', href: `/attributes${query}`, label: say('tab.list') },
    { id: 'form', href: `/attributes/form${query}`, label: say('tab.form') },
  ];
  return (
    <PageHeader
      title={say('title')}
      actions={actions}
      tabs={
        <TabLinks
          label={say('title')}
          tabs={tabs}
          current={tabs.find(({ id }) => id === tab)!.href}
        />
      }
    />
  );
}
