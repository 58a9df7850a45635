import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { permissions } from '@platform/sdk';
import type { Permission } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { useWrite } from '../../client/write.ts';
import { Badge } from '../../kit/content/badge.tsx';
import { Verbatim } from '../../kit/content/verbatim.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { PageHeader } from '../../kit/frame/page-header.tsx';
import { ConfirmDialog } from '../../kit/overlays/confirm-dialog.tsx';
import { showToast } from '../../kit/overlays/toast.tsx';
import { useSingleKeys } from '../../kit/shortcuts.ts';
import type { Column } from '../../kit/table/columns.ts';
import { currentCursor } from '../../kit/table/cursor-stack.ts';
import { DataTable } from '../../kit/table/data-table.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { CursorPager, useExpiredCursor } from '../../parts/cursor-pager.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { ShowCode } from '../../parts/show-code.tsx';
import { CreatePermission } from './create-permission.tsx';
import { usePermissionSentences } from './permission-words.ts';
import { RoleListTabs } from './role-list-tabs.tsx';
import { permissionsQuery } from './role-queries.ts';
import { permissionsRoute } from './role-routes.ts';

function DeletePermission({ of, onClose }: { of: Permission; onClose: () => void }) {
  const say = useSay('roles');
  const { id, name } = of;
  const remove = useWrite((api, of: string) => permissions(api).delete(of), {
    refreshes: ['permissionsList'],
    onDone() {
      showToast({ text: say('permission.deleted.toast', { name }) });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={say('permission.delete.title', { name })}
      consequences={[
        of.usedByRoles > 0
          ? say('permission.inUse', { count: of.usedByRoles })
          : say('permission.delete.text'),
      ]}
      action={say('permission.delete')}
      isDanger
      isOpen
      isPending={remove.isPending}
      problem={remove.error && <ProblemNote error={remove.error} />}
      onConfirm={() => remove.mutate(id)}
      onClose={onClose}
    />
  );
}

function useColumns(
  onDelete: ((of: Permission) => void) | undefined,
): readonly Column<Permission>[] {
  const say = useSay('roles');
  const sentenceOf = usePermissionSentences();
  return [
    {
      id: 'sentence',
      label: say('permission.sentence'),
      cell: (of) => <Verbatim text={sentenceOf(of) ?? of.name} />,
    },
    {
      id: 'name',
      label: say('permission.name'),
      isFact: true,
      cell: ({ name }) => <code>{name}</code>,
    },
    {
      id: 'kind',
      label: say('kind'),
      cell: ({ system }) => <Badge>{say(system ? 'builtIn' : 'custom')}</Badge>,
    },
    {
      id: 'usedBy',
      label: say('permission.usedBy'),
      isNumber: true,
      cell: ({ usedByRoles }) => usedByRoles,
    },
    ...(onDelete
      ? [
          {
            id: 'actions',
            label: say('actions'),
            isFact: true,
            cell: (of: Permission) =>
              !of.system && (
                <Button
                  size="small"
                  aria-label={`${say('permission.deleteShort')} ${of.name}`}
                  onPress={() => onDelete(of)}
                >
                  {say('permission.deleteShort')}
                </Button>
              ),
          },
        ]
      : []),
  ];
}

/** What roles are made of: the scopes of the platform, and the tenant's own permissions. */
export function PermissionsPage() {
  const say = useSay('roles');
  const session = useSession();
  const { cursors } = permissionsRoute.useSearch();
  const navigate = permissionsRoute.useNavigate();
  const [isCreating, setIsCreating] = useState(false);
  const [deleting, setDeleting] = useState<Permission>();
  const columns = useColumns(mayCall(session, 'permissionsDelete') ? setDeleting : undefined);
  const filter = { cursor: cursors && currentCursor(cursors) };
  const query = useQuery({ ...permissionsQuery(filter), placeholderData: keepPreviousData });
  const mayCreate = mayCall(session, 'permissionsCreate');
  useExpiredCursor(query.error, cursors, () => void navigate({ search: {} }));
  useSingleKeys(mayCreate ? { c: () => setIsCreating(true) } : {});
  return (
    <>
      <PageHeader
        title={say('permissions')}
        actions={
          <>
            <ShowCode entries={[{ operation: 'permissionsList', query: filter }]} />
            {mayCreate && (
              <Button kind="primary" onPress={() => setIsCreating(true)}>
                {say('permission.create')}
              </Button>
            )}
          </>
        }
        tabs={<RoleListTabs current="/access/roles/permissions" />}
      />
      <Loaded query={query} lines={8}>
        {(page) => (
          <>
            <DataTable
              label={say('permissions')}
              columns={columns}
              rows={page.data}
              idOf={({ id }) => id}
              nameOf={({ name }) => name}
              empty={null}
            />
            <CursorPager
              cursors={cursors}
              page={page}
              onChange={(next) => void navigate({ search: { cursors: next } })}
            >
              {say('permission.shown', { count: page.data.length })}
            </CursorPager>
          </>
        )}
      </Loaded>
      {isCreating && <CreatePermission onClose={() => setIsCreating(false)} />}
      {deleting && <DeletePermission of={deleting} onClose={() => setDeleting(undefined)} />}
    </>
  );
}
