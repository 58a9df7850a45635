import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Ellipsis, ShieldCheck, UserMinus } from 'lucide-react';
import { organizations } from '@platform/sdk';
import type { Member } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { useWrite } from '../../client/write.ts';
import { StatusDot } from '../../kit/content/badge.tsx';
import { EmptyState } from '../../kit/content/empty-state.tsx';
import { ExactTime } from '../../kit/content/time.tsx';
import { Verbatim } from '../../kit/content/verbatim.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { IconButton } from '../../kit/controls/icon-button.tsx';
import { Link } from '../../kit/controls/link.tsx';
import { Menu } from '../../kit/controls/menu.tsx';
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
import { AddMember, ChangeRoles, directRoles, memberName } from './member-roles.tsx';
import { membersQuery } from './organization-queries.ts';
import { membersRoute } from './organization-routes.ts';

const states = ['active', 'inactive'] as const;

/** Removes a member, and offers to undo that with the roles that they had. */
function useRemoval(orgId: string) {
  const say = useSay('organizations');
  const sayApp = useSay('app');
  const refreshes = ['organizationMembersList', 'organizationsGet'] as const;
  const restore = useWrite(
    (api, member: Member) =>
      organizations(api).members.put(orgId, member.user.id, { roles: directRoles(member) }),
    { refreshes },
  );
  const remove = useWrite(
    (api, { user }: Member) => organizations(api).members.delete(orgId, user.id),
    {
      refreshes,
      onDone: (_, member) =>
        showToast({
          text: say('members.removed', { name: memberName(member) }),
          action: { label: sayApp('undo'), onAction: () => restore.mutate(member) },
        }),
    },
  );
  return { remove: remove.mutate, error: remove.error ?? restore.error };
}

interface MemberActions {
  onRoles: (member: Member) => void;
  onRemove: (member: Member) => void;
}

function useColumns(actions: MemberActions | undefined): readonly Column<Member>[] {
  const say = useSay('organizations');
  const formats = useFormats();
  const menu = ({ onRoles, onRemove }: MemberActions): Column<Member> => ({
    id: 'actions',
    label: say('actions'),
    isFact: true,
    cell: (member) => (
      <Menu
        label={say('actionsOf', { name: memberName(member) })}
        trigger={
          <IconButton
            icon={Ellipsis}
            size="small"
            label={say('actionsOf', { name: memberName(member) })}
          />
        }
        groups={[
          {
            id: 'roles',
            entries: [
              {
                id: 'roles',
                label: say('members.changeRoles'),
                icon: ShieldCheck,
                onAction: () => onRoles(member),
              },
            ],
          },
          {
            id: 'danger',
            entries: [
              {
                id: 'remove',
                label: say('members.remove'),
                icon: UserMinus,
                isDanger: true,
                onAction: () => onRemove(member),
              },
            ],
          },
        ]}
      />
    ),
  });
  return [
    {
      id: 'name',
      label: say('name'),
      cell: (member) => (
        <Link href={`/users/${member.user.id}`}>
          <Verbatim text={memberName(member)} />
        </Link>
      ),
    },
    {
      id: 'roles',
      label: say('roles'),
      isFact: true,
      cell: ({ roleSources }) =>
        roleSources.length === 0
          ? '—'
          : formats.formatList(
              roleSources.map(({ role, source }) =>
                source === 'group' ? say('role.byGroup', { role }) : role,
              ),
            ),
    },
    {
      id: 'state',
      label: say('status'),
      cell: ({ state }) => (
        <StatusDot state={state === 'active' ? 'ok' : 'neutral'}>{say(`state.${state}`)}</StatusDot>
      ),
    },
    {
      id: 'source',
      label: say('source'),
      cell: ({ sources }) => formats.formatList(sources.map((one) => say(`source.${one}`))),
    },
    {
      id: 'joined',
      label: say('joined'),
      cell: ({ joinedAt }) => <ExactTime at={joinedAt} isDate />,
    },
    ...(actions ? [menu(actions)] : []),
  ];
}

/** The members of an organization, their roles, and where those come from. */
export function Members() {
  const say = useSay('organizations');
  const session = useSession();
  const { orgId } = membersRoute.useParams();
  const { state, cursors } = membersRoute.useSearch();
  const navigate = membersRoute.useNavigate();
  const [isAdding, setIsAdding] = useState(false);
  const [changed, setChanged] = useState<Member>();
  const filter = { state, cursor: cursors && currentCursor(cursors) };
  const query = useQuery({ ...membersQuery(orgId, filter), placeholderData: keepPreviousData });
  const { remove, error } = useRemoval(orgId);
  const mayChange = mayCall(session, 'organizationMembersPut');
  const columns = useColumns(mayChange ? { onRoles: setChanged, onRemove: remove } : undefined);
  useExpiredCursor(query.error, cursors, () => void navigate({ search: { state } }));
  const add = mayChange && <Button onPress={() => setIsAdding(true)}>{say('members.add')}</Button>;
  return (
    <>
      {error && <ProblemNote error={error} />}
      <TableToolbar>
        <Select
          label={say('status')}
          value={state ?? 'all'}
          onChange={(chosen) =>
            void navigate({ search: { state: states.find((one) => one === chosen) } })
          }
          choices={[
            { id: 'all', label: say('status.all') },
            ...states.map((id) => ({ id, label: say(`state.${id}`) })),
          ]}
        />
        <ToolbarActions>
          <ShowCode
            entries={[{ operation: 'organizationMembersList', parameters: [orgId], query: filter }]}
          />
          {add}
        </ToolbarActions>
      </TableToolbar>
      <Loaded query={query} lines={6}>
        {(page) => (
          <>
            <DataTable
              label={say('tab.members')}
              columns={columns}
              rows={page.data}
              idOf={({ membershipId }) => membershipId}
              nameOf={memberName}
              empty={
                <EmptyState
                  why={state ? 'noneMatch' : 'noneYet'}
                  title={say('noMembers.title')}
                  actions={add}
                >
                  {say('noMembers.text')}
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
      {isAdding && <AddMember orgId={orgId} onClose={() => setIsAdding(false)} />}
      {changed && (
        <ChangeRoles orgId={orgId} member={changed} onClose={() => setChanged(undefined)} />
      )}
    </>
  );
}
