import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { organizations } from '@platform/sdk';
import type { SetupLink } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { useWrite } from '../../client/write.ts';
import { StatusDot } from '../../kit/content/badge.tsx';
import { EmptyState } from '../../kit/content/empty-state.tsx';
import { Section } from '../../kit/content/section.tsx';
import { ExactTime } from '../../kit/content/time.tsx';
import { Verbatim } from '../../kit/content/verbatim.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { showToast } from '../../kit/overlays/toast.tsx';
import type { Column } from '../../kit/table/columns.ts';
import { currentCursor } from '../../kit/table/cursor-stack.ts';
import { DataTable } from '../../kit/table/data-table.tsx';
import { useFormats, useSay } from '../../kit/words/words-context.ts';
import { CursorPager, useExpiredCursor } from '../../parts/cursor-pager.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { ShowCode } from '../../parts/show-code.tsx';
import { EventName } from '../events/event-name.tsx';
import { setupLinksQuery } from './organization-queries.ts';
import { connectionsRoute } from './organization-routes.ts';
import { SendSetupLink } from './send-setup-link.tsx';

const dots = {
  pending: 'info',
  opened: 'info',
  completed: 'ok',
  expired: 'warning',
  revoked: 'neutral',
} as const;

/** What a contact has done with a link, latest first. */
function Done({ actions }: Pick<SetupLink, 'actions'>) {
  if (actions.length === 0) return '—';
  return (
    <ul>
      {actions.slice(0, 5).map(({ type, resource, at }) => (
        <li key={`${type} ${resource.id}`}>
          <EventName type={type} /> · <ExactTime at={at} />
        </li>
      ))}
    </ul>
  );
}

function Revoke({ link: { id, organizationId, recipient } }: { link: SetupLink }) {
  const say = useSay('organizations');
  const revoke = useWrite(
    (api, of: string) => organizations(api).setupLinks.revoke(organizationId, of),
    {
      refreshes: ['organizationSetupLinksList'],
      onDone: () => showToast({ text: say('link.revoked.toast', { email: recipient }) }),
    },
  );
  return (
    <>
      <Button
        size="small"
        aria-label={say('link.revokeOf', { email: recipient })}
        isPending={revoke.isPending}
        onPress={() => revoke.mutate(id)}
      >
        {say('link.revoke')}
      </Button>
      {revoke.error && <ProblemNote error={revoke.error} />}
    </>
  );
}

function useColumns(mayRevoke: boolean): readonly Column<SetupLink>[] {
  const say = useSay('organizations');
  const formats = useFormats();
  return [
    {
      id: 'recipient',
      label: say('link.recipient'),
      cell: ({ recipient }) => <Verbatim text={recipient} />,
    },
    {
      id: 'state',
      label: say('status'),
      isFact: true,
      cell: ({ state }) => <StatusDot state={dots[state]}>{say(`link.${state}`)}</StatusDot>,
    },
    {
      id: 'intents',
      label: say('link.intents'),
      cell: ({ intents }) => formats.formatList(intents.map((one) => say(`intent.${one}`))),
    },
    { id: 'done', label: say('link.done'), cell: ({ actions }) => <Done actions={actions} /> },
    {
      id: 'delivery',
      label: say('delivery'),
      cell: ({ delivery }) => say(`delivery.${delivery}`),
    },
    {
      id: 'expires',
      label: say('expires'),
      cell: ({ expiresAt }) => <ExactTime at={expiresAt} />,
    },
    ...(mayRevoke
      ? [
          {
            id: 'actions',
            label: say('actions'),
            isFact: true,
            cell: (link: SetupLink) =>
              ['pending', 'opened', 'expired'].includes(link.state) && <Revoke link={link} />,
          },
        ]
      : []),
  ];
}

/** How the organization connects its own systems: by links for its IT contact. */
export function Connections() {
  const say = useSay('organizations');
  const session = useSession();
  const { orgId } = connectionsRoute.useParams();
  const { cursors } = connectionsRoute.useSearch();
  const navigate = connectionsRoute.useNavigate();
  const [isSending, setIsSending] = useState(false);
  const cursor = cursors && currentCursor(cursors);
  const query = useQuery({
    ...setupLinksQuery(orgId, { cursor }),
    placeholderData: keepPreviousData,
  });
  const columns = useColumns(mayCall(session, 'organizationSetupLinksRevoke'));
  useExpiredCursor(query.error, cursors, () => void navigate({ search: {} }));
  const send = mayCall(session, 'organizationSetupLinksCreate') && (
    <Button onPress={() => setIsSending(true)}>{say('link.send')}</Button>
  );
  return (
    <Section
      title={say('links.title')}
      about={say('links.about')}
      actions={
        <>
          <ShowCode
            entries={[
              { operation: 'organizationSetupLinksList', parameters: [orgId], query: { cursor } },
            ]}
          />
          {send}
        </>
      }
    >
      <Loaded query={query} lines={4}>
        {(page) => (
          <>
            <DataTable
              label={say('links.title')}
              columns={columns}
              rows={page.data}
              idOf={({ id }) => id}
              nameOf={({ recipient }) => recipient}
              empty={
                <EmptyState why="noneYet" level={3} title={say('noLinks.title')} actions={send}>
                  {say('noLinks.text')}
                </EmptyState>
              }
            />
            <CursorPager
              cursors={cursors}
              page={page}
              onChange={(next) => void navigate({ search: { cursors: next } })}
            />
          </>
        )}
      </Loaded>
      {isSending && <SendSetupLink orgId={orgId} onClose={() => setIsSending(false)} />}
    </Section>
  );
}
