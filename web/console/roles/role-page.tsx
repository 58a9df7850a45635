import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Outlet, useLocation, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Ellipsis, Trash2 } from 'lucide-react';
import { isProblem, roles } from '@platform/sdk';
import type { Role } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { useWrite } from '../../client/write.ts';
import { Badge } from '../../kit/content/badge.tsx';
import { CopyableId } from '../../kit/content/copyable.tsx';
import { IconButton } from '../../kit/controls/icon-button.tsx';
import { Menu } from '../../kit/controls/menu.tsx';
import { TabLinks } from '../../kit/controls/tabs.tsx';
import { PageHeader } from '../../kit/frame/page-header.tsx';
import { ConfirmDialog } from '../../kit/overlays/confirm-dialog.tsx';
import { showToast } from '../../kit/overlays/toast.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { NotFound } from '../../parts/not-found.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { ShowCode } from '../../parts/show-code.tsx';
import { useRoleWords } from './role-names.ts';
import { roleQuery } from './role-queries.ts';
import { roleRoute, roleTabs } from './role-routes.ts';

function DeleteRole({ role, onClose }: { role: Role; onClose: () => void }) {
  const say = useSay('roles');
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const name = useRoleWords().nameOf(role);
  const remove = useWrite((api, id: string) => roles(api).delete(id), {
    refreshes: ['rolesList'],
    onDone(_, id) {
      showToast({ text: say('deleted.toast', { name }) });
      void navigate({ to: '/access/roles', search: {} });
      queryClient.removeQueries({ queryKey: roleQuery(id).queryKey });
    },
  });
  return (
    <ConfirmDialog
      title={say('delete.title', { name })}
      consequences={[say('delete.assigned', { count: role.assignmentCount }), say('delete.key')]}
      action={say('delete')}
      isDanger
      typedName={role.key}
      isOpen
      isPending={remove.isPending}
      problem={remove.error && <ProblemNote error={remove.error} />}
      onConfirm={() => remove.mutate(role.id)}
      onClose={onClose}
    />
  );
}

function RoleActions({ role }: { role: Role }) {
  const say = useSay('roles');
  const sayApp = useSay('app');
  const session = useSession();
  const [isDeleting, setIsDeleting] = useState(false);
  const remove = {
    id: 'delete',
    label: say('delete'),
    icon: Trash2,
    isDanger: true,
    onAction: () => setIsDeleting(true),
  };
  return (
    <>
      <ShowCode entries={[{ operation: 'rolesGet', parameters: [role.id] }]} />
      {!role.system && mayCall(session, 'rolesDelete') && (
        <Menu
          label={sayApp('moreActions')}
          trigger={<IconButton icon={Ellipsis} label={sayApp('moreActions')} kind="plain" />}
          groups={[{ id: 'danger', entries: [remove] }]}
        />
      )}
      {isDeleting && <DeleteRole role={role} onClose={() => setIsDeleting(false)} />}
    </>
  );
}

/** The head of a role; the tabs below it are routes. */
export function RolePage() {
  const say = useSay('roles');
  const { roleId } = roleRoute.useParams();
  const { pathname } = useLocation();
  const { nameOf } = useRoleWords();
  const query = useQuery(roleQuery(roleId));
  if (isProblem(query.error, 'not_found', 'invalid_parameter')) return <NotFound />;
  const tabs = roleTabs.map(({ path, key }) => ({
    href: `/access/roles/${roleId}${path}`,
    label: say(key),
  }));
  return (
    <Loaded query={query} lines={6}>
      {(role) => (
        <>
          <PageHeader
            crumbs={[{ href: '/access/roles', label: say('title') }]}
            title={nameOf(role)}
            status={<Badge>{say(role.system ? 'builtIn' : 'custom')}</Badge>}
            meta={
              <>
                <CopyableId text={role.key} label={say('copyKey')} />
                {role.system && <span>{say('builtIn.about')}</span>}
              </>
            }
            actions={<RoleActions role={role} />}
            tabs={<TabLinks label={nameOf(role)} tabs={tabs} current={pathname} />}
          />
          <Outlet />
        </>
      )}
    </Loaded>
  );
}
