import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Outlet, useLocation, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Ellipsis, Trash2 } from 'lucide-react';
import { hooks, isProblem } from '@platform/sdk';
import type { Hook } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { useWrite } from '../../client/write.ts';
import { StatusDot } from '../../kit/content/badge.tsx';
import { CopyableId } from '../../kit/content/copyable.tsx';
import { Button } from '../../kit/controls/button.tsx';
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
import { hookQuery, hookReads } from './hook-queries.ts';
import { hookRoute, hookTabs } from './hook-routes.ts';

/** Turns a hook on or off, with a way back. */
function StatusButton({ hook: { id, enabled } }: { hook: Hook }) {
  const say = useSay('hooks');
  const sayApp = useSay('app');
  const change = useWrite((api, next: boolean) => hooks(api).update(id, { enabled: next }), {
    refreshes: hookReads,
  });
  async function run(): Promise<void> {
    await change.mutateAsync(!enabled);
    showToast({
      text: say(enabled ? 'turnedOff.toast' : 'turnedOn.toast'),
      action: { label: sayApp('undo'), onAction: () => change.mutate(enabled) },
    });
  }
  return (
    <>
      {change.error && <ProblemNote error={change.error} />}
      <Button onPress={() => void run().catch(() => undefined)} isPending={change.isPending}>
        {say(enabled ? 'turnOff' : 'turnOn')}
      </Button>
    </>
  );
}

function DeleteHookDialog({ hook, onClose }: { hook: Hook; onClose: () => void }) {
  const say = useSay('hooks');
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const remove = useWrite((api, id: string) => hooks(api).delete(id), {
    refreshes: ['hookList'],
    onDone(_, id) {
      showToast({ text: say('deleted.toast') });
      void navigate({ to: '/hooks' });
      queryClient.removeQueries({ queryKey: hookQuery(id).queryKey });
    },
  });
  return (
    <ConfirmDialog
      title={say('delete.title', { name: hook.name })}
      consequences={[
        say(`delete.${hook.stage === 'login_flow' ? 'flow' : 'stage'}`),
        say('delete.final'),
      ]}
      action={say('delete')}
      isDanger
      typedName={hook.name}
      isOpen
      isPending={remove.isPending}
      problem={remove.error && <ProblemNote error={remove.error} />}
      onConfirm={() => remove.mutate(hook.id)}
      onClose={onClose}
    />
  );
}

function Actions({ hook }: { hook: Hook }) {
  const say = useSay('hooks');
  const session = useSession();
  const [isDeleting, setIsDeleting] = useState(false);
  return (
    <>
      <ShowCode entries={[{ operation: 'hookGet', parameters: [hook.id] }]} />
      {mayCall(session, 'hookUpdate') && <StatusButton hook={hook} />}
      {mayCall(session, 'hookDelete') && (
        <Menu
          label={say('moreActions')}
          trigger={<IconButton icon={Ellipsis} label={say('moreActions')} kind="plain" />}
          groups={[
            {
              id: 'danger',
              entries: [
                {
                  id: 'delete',
                  label: say('delete'),
                  icon: Trash2,
                  isDanger: true,
                  onAction: () => setIsDeleting(true),
                },
              ],
            },
          ]}
        />
      )}
      {isDeleting && <DeleteHookDialog hook={hook} onClose={() => setIsDeleting(false)} />}
    </>
  );
}

/** The head of a hook; the tabs below it are routes. */
export function HookPage() {
  const say = useSay('hooks');
  const { hookId } = hookRoute.useParams();
  const { pathname } = useLocation();
  const query = useQuery(hookQuery(hookId));
  if (isProblem(query.error, 'not_found', 'invalid_parameter')) return <NotFound />;
  const base = `/hooks/${hookId}`;
  return (
    <Loaded query={query} lines={8}>
      {(hook) => (
        <>
          <PageHeader
            crumbs={[{ href: '/hooks', label: say('title') }]}
            title={hook.name}
            status={
              <StatusDot state={hook.enabled ? 'ok' : 'neutral'}>
                {say(hook.enabled ? 'on' : 'off')}
              </StatusDot>
            }
            meta={
              <>
                {say(`stage.${hook.stage}`)} · <CopyableId text={hook.id} isShort />
              </>
            }
            actions={<Actions hook={hook} />}
            tabs={
              <TabLinks
                label={hook.name}
                tabs={hookTabs.map(({ path, key }) => ({ href: base + path, label: say(key) }))}
                current={pathname}
              />
            }
          />
          <Outlet />
        </>
      )}
    </Loaded>
  );
}
