import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { directories } from '@platform/sdk';
import type { DirectoryGroup, GroupRoleMapping } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { useWrite } from '../../client/write.ts';
import { StatusDot } from '../../kit/content/badge.tsx';
import { EmptyState } from '../../kit/content/empty-state.tsx';
import { Section } from '../../kit/content/section.tsx';
import { ExactTime } from '../../kit/content/time.tsx';
import { Verbatim } from '../../kit/content/verbatim.tsx';
import { Button } from '../../kit/controls/button.tsx';
import type { Column } from '../../kit/table/columns.ts';
import { currentCursor } from '../../kit/table/cursor-stack.ts';
import { DataTable } from '../../kit/table/data-table.tsx';
import { TableToolbar } from '../../kit/table/table-tools.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { CursorPager, useExpiredCursor } from '../../parts/cursor-pager.tsx';
import { ListEmpty } from '../../parts/list-empty.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { SearchBox } from '../../parts/search-box.tsx';
import { ShowCode } from '../../parts/show-code.tsx';
import { groupsQuery, mappingsQuery } from './directory-queries.ts';
import { groupsRoute } from './directory-routes.ts';
import { MapGroup } from './map-group.tsx';

function DeleteMapping({ mapping: { id, directoryId, role } }: { mapping: GroupRoleMapping }) {
  const say = useSay('directories');
  const remove = useWrite(
    (api, of: string) => directories(api).groupRoleMappings.delete(directoryId, of),
    { refreshes: ['directoryGroupRoleMappingList'] },
  );
  return (
    <>
      <Button
        size="small"
        aria-label={say('mapping.deleteOf', { role })}
        isPending={remove.isPending}
        onPress={() => remove.mutate(id)}
      >
        {say('mapping.delete')}
      </Button>
      {remove.error && <ProblemNote error={remove.error} />}
    </>
  );
}

/** Which groups give which roles. */
function Mappings({ directoryId }: { directoryId: string }) {
  const say = useSay('directories');
  const session = useSession();
  const query = useQuery(mappingsQuery(directoryId));
  const [isMapping, setIsMapping] = useState(false);
  const mayDelete = mayCall(session, 'directoryGroupRoleMappingDelete');
  const create = mayCall(session, 'directoryGroupRoleMappingCreate') && (
    <Button onPress={() => setIsMapping(true)}>{say('mapping.create')}</Button>
  );
  const columns: readonly Column<GroupRoleMapping>[] = [
    {
      id: 'group',
      label: say('group'),
      cell: ({ group }) => (
        <Verbatim text={group.displayName ?? group.externalId ?? group.id ?? '—'} />
      ),
    },
    { id: 'role', label: say('role'), isFact: true, cell: ({ role }) => <code>{role}</code> },
    {
      id: 'state',
      label: say('status'),
      cell: ({ resolved, roleState }) => (
        <StatusDot state={resolved && roleState === 'known' ? 'ok' : 'warning'}>
          {say(
            roleState === 'known' ? `mapping.${resolved ? 'works' : 'noGroup'}` : 'mapping.noRole',
          )}
        </StatusDot>
      ),
    },
    ...(mayDelete
      ? [
          {
            id: 'actions',
            label: say('actions'),
            isFact: true,
            cell: (mapping: GroupRoleMapping) => <DeleteMapping mapping={mapping} />,
          },
        ]
      : []),
  ];
  return (
    <Section title={say('mappings')} about={say('mappings.about')} actions={create}>
      <Loaded query={query} lines={3}>
        {({ data }) => (
          <DataTable
            label={say('mappings')}
            columns={columns}
            rows={data}
            idOf={({ id }) => id}
            nameOf={({ role }) => role}
            empty={
              <EmptyState why="noneYet" level={3} title={say('noMappings.title')}>
                {say('noMappings.text')}
              </EmptyState>
            }
          />
        )}
      </Loaded>
      {isMapping && <MapGroup directoryId={directoryId} onClose={() => setIsMapping(false)} />}
    </Section>
  );
}

/** The groups of a directory, and the roles that they give. */
export function DirectoryGroups() {
  const say = useSay('directories');
  const { directoryId } = groupsRoute.useParams();
  const { q, cursors } = groupsRoute.useSearch();
  const navigate = groupsRoute.useNavigate();
  const filter = { q, cursor: cursors && currentCursor(cursors) };
  const query = useQuery({
    ...groupsQuery(directoryId, filter),
    placeholderData: keepPreviousData,
  });
  useExpiredCursor(query.error, cursors, () => void navigate({ search: { q } }));
  const columns: readonly Column<DirectoryGroup>[] = [
    { id: 'name', label: say('name'), cell: ({ displayName }) => <Verbatim text={displayName} /> },
    {
      id: 'externalId',
      label: say('externalId'),
      isFact: true,
      cell: ({ externalId }) => (externalId === null ? '—' : <code>{externalId}</code>),
    },
    { id: 'updated', label: say('updated'), cell: ({ updatedAt }) => <ExactTime at={updatedAt} /> },
  ];
  return (
    <>
      <Mappings directoryId={directoryId} />
      <Section
        title={say('groups')}
        actions={
          <ShowCode
            entries={[
              { operation: 'directoryGroupRoleMappingList', parameters: [directoryId] },
              { operation: 'directoriesListGroups', parameters: [directoryId], query: filter },
            ]}
          />
        }
      >
        <TableToolbar>
          <SearchBox
            label={say('groups.search')}
            value={q}
            minLetters={3}
            onChange={(text) => void navigate({ search: { q: text }, replace: true })}
          />
        </TableToolbar>
        <Loaded query={query} lines={4}>
          {(page) => (
            <>
              <DataTable
                label={say('groups')}
                columns={columns}
                rows={page.data}
                idOf={({ id }) => id}
                nameOf={({ displayName }) => displayName}
                empty={
                  <ListEmpty
                    {...(q && { unfiltered: `/directories/${directoryId}/groups` })}
                    title={say('noGroups.title')}
                    text={say('noGroups.text')}
                  />
                }
              />
              <CursorPager
                cursors={cursors}
                page={page}
                onChange={(next) => void navigate({ search: { q, cursors: next } })}
              />
            </>
          )}
        </Loaded>
      </Section>
    </>
  );
}
