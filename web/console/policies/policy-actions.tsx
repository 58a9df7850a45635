import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Ellipsis, Trash2 } from 'lucide-react';
import { accessPolicies } from '@platform/sdk';
import type { AccessPolicy } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { useWrite } from '../../client/write.ts';
import { StatusDot } from '../../kit/content/badge.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { IconButton } from '../../kit/controls/icon-button.tsx';
import { Menu } from '../../kit/controls/menu.tsx';
import { ConfirmDialog } from '../../kit/overlays/confirm-dialog.tsx';
import { showToast } from '../../kit/overlays/toast.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { ShowCode } from '../../parts/show-code.tsx';
import { policyQuery } from './policy-queries.ts';
import { policyStates } from './policy-states.ts';

type ActionProps = { policy: AccessPolicy };

const reads = ['conditionalAccessPolicyGet', 'conditionalAccessPolicyList'] as const;

/** Puts a policy into effect, or has it only report again. */
function ModeButton({ policy: { id, clientId, name, mode } }: ActionProps) {
  const say = useSay('policies');
  const [isAsking, setIsAsking] = useState(false);
  const change = useWrite(
    (api, next: 'enabled' | 'report_only') =>
      accessPolicies(api).update(clientId, id, { mode: next }),
    {
      refreshes: reads,
      onDone(_, next) {
        showToast({
          text: say(next === 'enabled' ? 'enabled.toast' : 'reportOnly.toast', { name }),
        });
        setIsAsking(false);
      },
    },
  );
  const isEnabled = mode === 'enabled';
  return (
    <>
      {change.error && !isAsking && <ProblemNote error={change.error} />}
      <Button
        kind={isEnabled ? undefined : 'primary'}
        isPending={change.isPending}
        onPress={() => (isEnabled ? change.mutate('report_only') : setIsAsking(true))}
      >
        {say(isEnabled ? 'reportOnly' : 'enable')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={say('enable.title', { name })}
          consequences={[say('enable.text')]}
          action={say('enable')}
          isOpen
          isPending={change.isPending}
          problem={change.error && <ProblemNote error={change.error} />}
          onConfirm={() => change.mutate('enabled')}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}

function DeletePolicy({ policy, onClose }: ActionProps & { onClose: () => void }) {
  const say = useSay('policies');
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { id, clientId, name } = policy;
  const remove = useWrite((api, of: string) => accessPolicies(api).delete(clientId, of), {
    refreshes: ['conditionalAccessPolicyList'],
    onDone() {
      showToast({ text: say('deleted.toast', { name }) });
      void navigate({ to: '/applications/$clientId/policies', params: { clientId }, search: {} });
      queryClient.removeQueries({ queryKey: policyQuery(clientId, id).queryKey });
    },
  });
  return (
    <ConfirmDialog
      title={say('delete.title', { name })}
      consequences={[say('delete.text')]}
      action={say('delete')}
      isDanger
      isOpen
      isPending={remove.isPending}
      problem={remove.error && <ProblemNote error={remove.error} />}
      onConfirm={() => remove.mutate(id)}
      onClose={onClose}
    />
  );
}

/** What can be done with a policy. */
export function PolicyActions({ policy }: ActionProps) {
  const say = useSay('policies');
  const sayApp = useSay('app');
  const session = useSession();
  const [isDeleting, setIsDeleting] = useState(false);
  const { id, clientId, mode } = policy;
  const remove = {
    id: 'delete',
    label: say('delete'),
    icon: Trash2,
    isDanger: true,
    onAction: () => setIsDeleting(true),
  };
  return (
    <>
      <StatusDot state={policyStates[mode]}>{say(`mode.${mode}`)}</StatusDot>
      <ShowCode
        entries={[{ operation: 'conditionalAccessPolicyGet', parameters: [clientId, id] }]}
      />
      {mayCall(session, 'conditionalAccessPolicyUpdate') && <ModeButton policy={policy} />}
      {mayCall(session, 'conditionalAccessPolicyDelete') && (
        <Menu
          label={sayApp('moreActions')}
          trigger={<IconButton icon={Ellipsis} label={sayApp('moreActions')} kind="plain" />}
          groups={[{ id: 'danger', entries: [remove] }]}
        />
      )}
      {isDeleting && <DeletePolicy policy={policy} onClose={() => setIsDeleting(false)} />}
    </>
  );
}
