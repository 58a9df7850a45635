import { Outlet, useLocation } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import type { LoginFlowDefinition } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { StatusDot } from '../../kit/content/badge.tsx';
import { RelativeTime } from '../../kit/content/time.tsx';
import { TabLinks } from '../../kit/controls/tabs.tsx';
import { PageHeader } from '../../kit/frame/page-header.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { ShowCode } from '../../parts/show-code.tsx';
import { DraftAuthor } from './draft-author.tsx';
import { activeFlowQuery, draftQuery } from './flow-queries.ts';

const tabs = [
  { href: '/sign-in/flows', key: 'tab.flow' },
  { href: '/sign-in/flows/versions', key: 'tab.versions' },
  { href: '/sign-in/flows/applications', key: 'tab.applications' },
] as const;

/** Which version is active, and since when. */
function Active({ active }: { active: LoginFlowDefinition }) {
  const say = useSay('flows');
  const { version, activatedAt } = active;
  return (
    <span>
      {version === 0 ? say('active.builtIn') : say('active.version', { version: version ?? 0 })}
      {activatedAt && (
        <>
          {' · '}
          <RelativeTime at={activatedAt} />
        </>
      )}
    </span>
  );
}

/** The draft, which others may have saved. */
function Draft({ draft, active }: { draft: LoginFlowDefinition; active: LoginFlowDefinition }) {
  const say = useSay('flows');
  const { revision, updatedAt, basedOnVersion } = draft;
  return (
    <span>
      {say('draft.revision', { revision: revision ?? 0 })}
      {updatedAt && (
        <>
          {' · '}
          <RelativeTime at={updatedAt} />
          <DraftAuthor savedAt={updatedAt} />
        </>
      )}
      {basedOnVersion !== active.version && (
        <> · {say('draft.basedOn', { version: basedOnVersion ?? 0 })}</>
      )}
    </span>
  );
}

/** The head of the login flow; its tabs are routes. */
export function FlowsPage() {
  const say = useSay('flows');
  const session = useSession();
  const { pathname } = useLocation();
  const active = useQuery(activeFlowQuery).data?.value;
  const draft = useQuery(draftQuery).data?.value;
  const shown = tabs.filter(
    ({ key }) => key !== 'tab.applications' || mayCall(session, 'loginFlowListClientBindings'),
  );
  const current = shown.findLast(({ href }) => pathname.startsWith(href))?.href ?? '';
  return (
    <>
      <PageHeader
        title={say('title')}
        status={draft && <StatusDot state="info">{say('status.draft')}</StatusDot>}
        meta={
          active && (
            <>
              <Active active={active} />
              {draft && <Draft draft={draft} active={active} />}
            </>
          )
        }
        actions={
          <ShowCode
            entries={[
              { operation: 'loginFlowGetActive' },
              { operation: 'loginFlowGetDraft' },
              { operation: 'loginFlowGetVersions' },
            ]}
          />
        }
        tabs={
          <TabLinks
            label={say('title')}
            tabs={shown.map(({ href, key }) => ({ href, label: say(key) }))}
            current={current}
          />
        }
      />
      <div>
        <Outlet />
      </div>
    </>
  );
}
