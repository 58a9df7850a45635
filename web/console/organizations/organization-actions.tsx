import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Ellipsis, Trash2 } from 'lucide-react';
import { organizations } from '@platform/sdk';
import type { Organization } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { useWrite } from '../../client/write.ts';
import { Button } from '../../kit/controls/button.tsx';
import { IconButton } from '../../kit/controls/icon-button.tsx';
import { Menu } from '../../kit/controls/menu.tsx';
import { ConfirmDialog } from '../../kit/overlays/confirm-dialog.tsx';
import { showToast } from '../../kit/overlays/toast.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { ShowCode } from '../../parts/show-code.tsx';
import { organizationQuery } from './organization-queries.ts';

interface OrganizationProps {
  organization: Organization;
}

/** Suspends an organization or lets it in again, and offers to undo that. */
function SuspendButton({ organization: { id, name, status } }: OrganizationProps) {
  const say = useSay('organizations');
  const sayApp = useSay('app');
  const change = useWrite(
    (api, next: Organization['status']) => organizations(api).update(id, { status: next }),
    {
      refreshes: ['organizationsGet', 'organizationsList'],
      onDone(_, next) {
        const back = next === 'active' ? 'suspended' : 'active';
        showToast({
          text: say(`done.${next}`, { name }),
          action: { label: sayApp('undo'), onAction: () => change.mutate(back) },
        });
      },
    },
  );
  return (
    <>
      {change.error && <ProblemNote error={change.error} />}
      <Button
        isPending={change.isPending}
        onPress={() => change.mutate(status === 'active' ? 'suspended' : 'active')}
      >
        {say(status === 'active' ? 'suspend' : 'activate')}
      </Button>
    </>
  );
}

function DeleteDialog({
  organization: { id, name, memberCount },
  onClose,
}: OrganizationProps & { onClose: () => void }) {
  const say = useSay('organizations');
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const remove = useWrite((api, orgId: string) => organizations(api).delete(orgId), {
    refreshes: ['organizationsList'],
    onDone(_, orgId) {
      showToast({ text: say('deleted.toast', { name }) });
      void navigate({ to: '/organizations', search: {} });
      queryClient.removeQueries({ queryKey: organizationQuery(orgId).queryKey });
    },
  });
  return (
    <ConfirmDialog
      title={say('delete.title', { name })}
      consequences={[
        say('delete.members', { count: memberCount }),
        say('delete.connections'),
        say('delete.final'),
      ]}
      action={say('delete')}
      isDanger
      typedName={name}
      isOpen
      isPending={remove.isPending}
      problem={remove.error && <ProblemNote error={remove.error} />}
      onConfirm={() => remove.mutate(id)}
      onClose={onClose}
    />
  );
}

/** What can be done with an organization. */
export function OrganizationActions({ organization }: OrganizationProps) {
  const say = useSay('organizations');
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
      <ShowCode entries={[{ operation: 'organizationsGet', parameters: [organization.id] }]} />
      {mayCall(session, 'organizationsUpdate') && <SuspendButton organization={organization} />}
      {mayCall(session, 'organizationsDelete') && (
        <Menu
          label={sayApp('moreActions')}
          trigger={<IconButton icon={Ellipsis} label={sayApp('moreActions')} kind="plain" />}
          groups={[{ id: 'danger', entries: [remove] }]}
        />
      )}
      {isDeleting && (
        <DeleteDialog organization={organization} onClose={() => setIsDeleting(false)} />
      )}
    </>
  );
}
