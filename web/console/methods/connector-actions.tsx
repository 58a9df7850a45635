import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Ellipsis, KeyRound, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { loginExperience } from '@platform/sdk';
import type { SocialConnector } from '@platform/sdk';
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
import { connectorQuery, connectorReads } from './connector-queries.ts';
import { ReplaceSecret } from './replace-secret.tsx';

interface ActionProps {
  connector: SocialConnector;
}

/** Offers the provider at sign-in, or takes it away. */
function EnableButton({ connector: { provider, enabled } }: ActionProps) {
  const say = useSay('methods');
  const sayApp = useSay('app');
  const change = useWrite(
    (api, next: boolean) =>
      loginExperience(api).socialConnectors.update(provider, { enabled: next }),
    { refreshes: connectorReads },
  );
  async function run(): Promise<void> {
    await change.mutateAsync(!enabled);
    showToast({
      text: say(enabled ? 'disabled.toast' : 'enabled.toast'),
      action: { label: sayApp('undo'), onAction: () => change.mutate(enabled) },
    });
  }
  return (
    <>
      {change.error && <ProblemNote error={change.error} />}
      <Button isPending={change.isPending} onPress={() => void run().catch(() => undefined)}>
        {say(enabled ? 'disable' : 'enable')}
      </Button>
    </>
  );
}

function DeleteConnector({ connector, onClose }: ActionProps & { onClose: () => void }) {
  const say = useSay('methods');
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { provider, displayName } = connector;
  const remove = useWrite((api, of: string) => loginExperience(api).socialConnectors.delete(of), {
    refreshes: ['loginExperienceListConnectors'],
    onDone(_, of) {
      showToast({ text: say('deleted.toast') });
      void navigate({ to: '/sign-in/methods' });
      queryClient.removeQueries({ queryKey: connectorQuery(of).queryKey });
    },
  });
  return (
    <ConfirmDialog
      title={say('delete.title', { name: displayName })}
      consequences={[say('delete.users', { name: displayName }), say('delete.secret')]}
      action={say('delete')}
      isDanger
      typedName={displayName}
      isOpen
      isPending={remove.isPending}
      problem={remove.error && <ProblemNote error={remove.error} />}
      onConfirm={() => remove.mutate(provider)}
      onClose={onClose}
    />
  );
}

/** What can be done with a connector. */
export function ConnectorActions({ connector }: ActionProps) {
  const say = useSay('methods');
  const sayApp = useSay('app');
  const session = useSession();
  const [open, setOpen] = useState<'secret' | 'delete'>();
  const close = () => setOpen(undefined);
  const mayPatch = mayCall(session, 'loginExperiencePatchConnector');
  const mayDelete = mayCall(session, 'loginExperienceDeleteConnector');
  const secret = {
    id: 'secret',
    label: say('replaceSecret'),
    icon: KeyRound,
    onAction: () => setOpen('secret'),
  };
  const remove = {
    id: 'delete',
    label: say('delete'),
    icon: Trash2,
    isDanger: true,
    onAction: () => setOpen('delete'),
  };
  return (
    <>
      <ShowCode
        entries={[{ operation: 'loginExperienceGetConnector', parameters: [connector.provider] }]}
      />
      {mayPatch && <EnableButton connector={connector} />}
      {(mayPatch || mayDelete) && (
        <Menu
          label={sayApp('moreActions')}
          trigger={<IconButton icon={Ellipsis} label={sayApp('moreActions')} kind="plain" />}
          groups={[
            { id: 'change', entries: mayPatch ? [secret] : [] },
            { id: 'danger', entries: mayDelete ? [remove] : [] },
          ].filter(({ entries }) => entries.length > 0)}
        />
      )}
      {open === 'secret' && <ReplaceSecret connector={connector} onClose={close} />}
      {open === 'delete' && <DeleteConnector connector={connector} onClose={close} />}
    </>
  );
}
