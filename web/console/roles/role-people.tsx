import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Role, RoleAssignment } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { EmptyState } from '../../kit/content/empty-state.tsx';
import { Section } from '../../kit/content/section.tsx';
import { ExactTime } from '../../kit/content/time.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { useSingleKeys } from '../../kit/shortcuts.ts';
import type { Column } from '../../kit/table/columns.ts';
import { currentCursor } from '../../kit/table/cursor-stack.ts';
import { DataTable } from '../../kit/table/data-table.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { CursorPager, useExpiredCursor } from '../../parts/cursor-pager.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { ShowCode } from '../../parts/show-code.tsx';
import { AssignRole } from './assign-role.tsx';
import { useAssignment } from './assignment.ts';
import { LackNote } from './lack-note.tsx';
import { lackedToGive } from './lacked-scopes.ts';
import { PrincipalName, usePrincipalName } from './principal-name.tsx';
import { RoleEligible } from './role-eligible.tsx';
import { assignmentsQuery, roleQuery } from './role-queries.ts';
import { rolePeopleRoute } from './role-routes.ts';

/** Each row reads the name of its user. */
const pageSize = 25;

function RemoveButton({ role, assignment }: { role: Role; assignment: RoleAssignment }) {
  const say = useSay('roles');
  const session = useSession();
  const name = usePrincipalName(assignment.principal);
  const { remove } = useAssignment();
  const [isPending, setIsPending] = useState(false);
  const [error, setError] = useState<unknown>();
  const mayRestore =
    mayCall(session, 'roleAssignmentsCreate') &&
    lackedToGive(session, role.permissions).length === 0;
  async function run(): Promise<void> {
    setIsPending(true);
    setError(undefined);
    try {
      await remove(assignment, name, mayRestore);
    } catch (caught) {
      setError(caught);
    } finally {
      setIsPending(false);
    }
  }
  return (
    <>
      <Button
        size="small"
        aria-label={`${say('remove')} ${name}`}
        isPending={isPending}
        onPress={() => void run()}
      >
        {say('remove')}
      </Button>
      {error !== undefined && <ProblemNote error={error} />}
    </>
  );
}

function useColumns(role: Role): readonly Column<RoleAssignment>[] {
  const say = useSay('roles');
  const session = useSession();
  return [
    { id: 'who', label: say('who'), cell: ({ principal }) => <PrincipalName of={principal} /> },
    {
      id: 'why',
      label: say('why'),
      isFact: true,
      cell: ({ createdBy, createdAt }) =>
        say.rich('why.direct', {
          actor: <PrincipalName key="actor" of={createdBy} />,
          time: <ExactTime key="time" at={createdAt} isDate />,
        }),
    },
    {
      id: 'until',
      label: say('until'),
      cell: ({ expiresAt }) => (expiresAt ? <ExactTime at={expiresAt} /> : say('unlimited')),
    },
    ...(mayCall(session, 'roleAssignmentsDelete')
      ? [
          {
            id: 'actions',
            label: say('actions'),
            isFact: true,
            cell: (assignment: RoleAssignment) => (
              <RemoveButton role={role} assignment={assignment} />
            ),
          },
        ]
      : []),
  ];
}

function Assignments({ role }: { role: Role }) {
  const say = useSay('roles');
  const session = useSession();
  const { cursors } = rolePeopleRoute.useSearch();
  const navigate = rolePeopleRoute.useNavigate();
  const [isAssigning, setIsAssigning] = useState(false);
  const columns = useColumns(role);
  const filter = { role: role.key, limit: pageSize, cursor: cursors && currentCursor(cursors) };
  const query = useQuery({ ...assignmentsQuery(filter), placeholderData: keepPreviousData });
  useExpiredCursor(query.error, cursors, () => void navigate({ search: {} }));
  const mayAssign = mayCall(session, 'roleAssignmentsCreate');
  const isOffered = mayAssign && lackedToGive(session, role.permissions).length === 0;
  useSingleKeys(isOffered ? { c: () => setIsAssigning(true) } : {});
  return (
    <Section
      title={say('assigned')}
      about={say('assigned.about')}
      actions={
        <>
          <ShowCode entries={[{ operation: 'roleAssignmentsList', query: filter }]} />
          {isOffered && <Button onPress={() => setIsAssigning(true)}>{say('assign')}</Button>}
        </>
      }
    >
      {mayAssign && <LackNote permissions={role.permissions} to="assign" />}
      <Loaded query={query} lines={4}>
        {(page) => (
          <>
            <DataTable
              label={say('assigned')}
              columns={columns}
              rows={page.data}
              idOf={({ id }) => id}
              nameOf={({ principal }) => principal.id}
              empty={
                <EmptyState why="noneYet" level={3} title={say('noOneYet.title')}>
                  {say('noOneYet.text')}
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
      {isAssigning && <AssignRole role={role} onClose={() => setIsAssigning(false)} />}
    </Section>
  );
}

/** Who has a role and why, and who may activate it. */
export function RolePeople() {
  const session = useSession();
  const { roleId } = rolePeopleRoute.useParams();
  const query = useQuery(roleQuery(roleId));
  return (
    <Loaded query={query} lines={8}>
      {(role) => (
        <>
          <Assignments role={role} />
          {mayCall(session, 'pimEligibilityAdminList') && <RoleEligible role={role} />}
        </>
      )}
    </Loaded>
  );
}
