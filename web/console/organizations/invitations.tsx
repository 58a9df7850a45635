import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { organizations } from '@platform/sdk';
import type { Invitation } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { pollWhile } from '../../client/query.ts';
import { useSession } from '../../client/session-query.ts';
import { useWrite } from '../../client/write.ts';
import { StatusDot } from '../../kit/content/badge.tsx';
import { EmptyState } from '../../kit/content/empty-state.tsx';
import { ExactTime } from '../../kit/content/time.tsx';
import { Verbatim } from '../../kit/content/verbatim.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { Select } from '../../kit/controls/select.tsx';
import { showToast } from '../../kit/overlays/toast.tsx';
import type { Column } from '../../kit/table/columns.ts';
import { currentCursor } from '../../kit/table/cursor-stack.ts';
import { DataTable } from '../../kit/table/data-table.tsx';
import { TableToolbar } from '../../kit/table/table-tools.tsx';
import { useFormats, useSay } from '../../kit/words/words-context.ts';
import { CursorPager, useExpiredCursor } from '../../parts/cursor-pager.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { ShowCode } from '../../parts/show-code.tsx';
import { ToolbarActions } from '../../parts/toolbar-actions.tsx';
import { InviteMembers } from './invite-members.tsx';
import { invitationsQuery } from './organization-queries.ts';
import { invitationsRoute } from './organization-routes.ts';

const states = ['pending', 'accepted', 'revoked', 'expired'] as const;
const dots = { pending: 'info', accepted: 'ok', revoked: 'neutral', expired: 'warning' } as const;
const deliveryDots = {
  queued: 'neutral',
  sent: 'ok',
  failed: 'error',
  not_configured: 'warning',
} as const;

/** Sends an invitation again, or takes it back. */
function InvitationActions({ invitation }: { invitation: Invitation }) {
  const say = useSay('organizations');
  const { id, organizationId, email, state } = invitation;
  const refreshes = ['organizationInvitationsList'] as const;
  const resend = useWrite(
    (api, of: string, key) => organizations(api).invitations.resend(organizationId, of, key),
    { refreshes, onDone: () => showToast({ text: say('invitation.resent', { email }) }) },
  );
  const revoke = useWrite(
    (api, of: string) => organizations(api).invitations.revoke(organizationId, of),
    { refreshes, onDone: () => showToast({ text: say('invitation.revoked.toast', { email }) }) },
  );
  const error = resend.error ?? revoke.error;
  return (
    <>
      {(state === 'pending' || state === 'expired') && (
        <Button
          size="small"
          aria-label={say('invitation.resendTo', { email })}
          isPending={resend.isPending}
          onPress={() => resend.mutate(id)}
        >
          {say('invitation.resend')}
        </Button>
      )}{' '}
      {state === 'pending' && (
        <Button
          size="small"
          aria-label={say('invitation.revokeOf', { email })}
          isPending={revoke.isPending}
          onPress={() => revoke.mutate(id)}
        >
          {say('invitation.revoke')}
        </Button>
      )}
      {error && <ProblemNote error={error} />}
    </>
  );
}

function useColumns(mayChange: boolean): readonly Column<Invitation>[] {
  const say = useSay('organizations');
  const formats = useFormats();
  return [
    { id: 'email', label: say('email'), cell: ({ email }) => <Verbatim text={email} /> },
    {
      id: 'state',
      label: say('status'),
      isFact: true,
      cell: ({ state }) => <StatusDot state={dots[state]}>{say(`invitation.${state}`)}</StatusDot>,
    },
    {
      id: 'delivery',
      label: say('delivery'),
      cell: ({ delivery }) => (
        <StatusDot state={deliveryDots[delivery]}>{say(`delivery.${delivery}`)}</StatusDot>
      ),
    },
    {
      id: 'roles',
      label: say('roles'),
      cell: ({ roles }) => (roles.length > 0 ? formats.formatList(roles) : '—'),
    },
    {
      id: 'expires',
      label: say('expires'),
      cell: ({ expiresAt }) => <ExactTime at={expiresAt} />,
    },
    ...(mayChange
      ? [
          {
            id: 'actions',
            label: say('actions'),
            isFact: true,
            cell: (invitation: Invitation) => <InvitationActions invitation={invitation} />,
          },
        ]
      : []),
  ];
}

/** Who has been invited, and whether the e-mail arrived. */
export function Invitations() {
  const say = useSay('organizations');
  const session = useSession();
  const { orgId } = invitationsRoute.useParams();
  const { state, cursors } = invitationsRoute.useSearch();
  const navigate = invitationsRoute.useNavigate();
  const [isInviting, setIsInviting] = useState(false);
  const filter = { state, cursor: cursors && currentCursor(cursors) };
  const query = useQuery({
    ...invitationsQuery(orgId, filter),
    ...pollWhile<{ data: Invitation[] }>(({ data }) =>
      data.some(({ delivery, state: now }) => delivery === 'queued' && now === 'pending'),
    ),
    placeholderData: keepPreviousData,
  });
  const mayInvite = mayCall(session, 'organizationInvitationsCreate');
  const columns = useColumns(mayInvite);
  useExpiredCursor(query.error, cursors, () => void navigate({ search: { state } }));
  const invite = mayInvite && (
    <Button onPress={() => setIsInviting(true)}>{say('invite.title')}</Button>
  );
  return (
    <>
      <TableToolbar>
        <Select
          label={say('status')}
          value={state ?? 'all'}
          onChange={(chosen) =>
            void navigate({ search: { state: states.find((one) => one === chosen) } })
          }
          choices={[
            { id: 'all', label: say('status.all') },
            ...states.map((id) => ({ id, label: say(`invitation.${id}`) })),
          ]}
        />
        <ToolbarActions>
          <ShowCode
            entries={[
              { operation: 'organizationInvitationsList', parameters: [orgId], query: filter },
            ]}
          />
          {invite}
        </ToolbarActions>
      </TableToolbar>
      <Loaded query={query} lines={6}>
        {(page) => (
          <>
            <DataTable
              label={say('tab.invitations')}
              columns={columns}
              rows={page.data}
              idOf={({ id }) => id}
              nameOf={({ email }) => email}
              empty={
                <EmptyState
                  why={state ? 'noneMatch' : 'noneYet'}
                  title={say('noInvitations.title')}
                  actions={invite}
                >
                  {say('noInvitations.text')}
                </EmptyState>
              }
            />
            <CursorPager
              cursors={cursors}
              page={page}
              onChange={(next) => void navigate({ search: { state, cursors: next } })}
            />
          </>
        )}
      </Loaded>
      {isInviting && <InviteMembers orgId={orgId} onClose={() => setIsInviting(false)} />}
    </>
  );
}
