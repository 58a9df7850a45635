import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Ellipsis, Send, Trash2 } from 'lucide-react';
import { hooks, webhookEndpoints } from '@platform/sdk';
import type { HookTestResult, WebhookEndpoint } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { useWrite } from '../../client/write.ts';
import { Banner } from '../../kit/content/banner.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { IconButton } from '../../kit/controls/icon-button.tsx';
import { Menu } from '../../kit/controls/menu.tsx';
import { ConfirmDialog } from '../../kit/overlays/confirm-dialog.tsx';
import { showToast } from '../../kit/overlays/toast.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { ShowCode } from '../../parts/show-code.tsx';
import { deliveryReads, webhookQuery } from './webhook-queries.ts';
import { RecoverDialog } from './recover-dialog.tsx';

type ActionProps = { endpoint: WebhookEndpoint };

/** Turns the endpoint off, or on again, which resumes what is held. */
function StatusButton({ endpoint }: ActionProps) {
  const say = useSay('webhooks');
  const sayApp = useSay('app');
  const change = useWrite(
    (api, status: 'enabled' | 'disabled') => webhookEndpoints(api).update(endpoint.id, { status }),
    { refreshes: deliveryReads },
  );
  const next = endpoint.status === 'enabled' ? 'disabled' : 'enabled';
  async function run(): Promise<void> {
    await change.mutateAsync(next);
    showToast({
      text: say(next === 'enabled' ? 'turnedOn.toast' : 'turnedOff.toast'),
      action: {
        label: sayApp('undo'),
        onAction: () => change.mutate(next === 'enabled' ? 'disabled' : 'enabled'),
      },
    });
  }
  return (
    <>
      {change.error && <ProblemNote error={change.error} />}
      <Button onPress={() => void run().catch(() => undefined)} isPending={change.isPending}>
        {say(next === 'enabled' ? 'activateNow' : 'turnOff')}
      </Button>
    </>
  );
}

function DeleteWebhookDialog({ endpoint, onClose }: ActionProps & { onClose: () => void }) {
  const say = useSay('webhooks');
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const remove = useWrite((api, id: string) => webhookEndpoints(api).delete(id), {
    refreshes: ['webhookEndpointList'],
    onDone(_, id) {
      showToast({ text: say('deleted.toast') });
      void navigate({ to: '/webhooks', search: {} });
      queryClient.removeQueries({ queryKey: webhookQuery(id).queryKey });
    },
  });
  const { pendingDeliveries, heldDeliveries } = endpoint.health;
  return (
    <ConfirmDialog
      title={say('delete.title')}
      consequences={[
        say('delete.consequence', { count: pendingDeliveries + heldDeliveries }),
        say('delete.final'),
      ]}
      action={say('delete')}
      isDanger
      typedName={new URL(endpoint.url).host}
      isOpen
      isPending={remove.isPending}
      problem={remove.error && <ProblemNote error={remove.error} />}
      onConfirm={() => remove.mutate(endpoint.id)}
      onClose={onClose}
    />
  );
}

/** The result of a test event. */
function TestResult({ result }: { result: HookTestResult }) {
  const say = useSay('webhooks');
  const { delivered, attempt } = result;
  if (delivered)
    return (
      <Banner state="ok" isLive>
        {say('test.delivered', { ms: attempt.durationMs })}
      </Banner>
    );
  return (
    <Banner state="error" isLive title={say('test.failed')}>
      {attempt.error !== null && say(`error.${attempt.error}`)}
      {attempt.responseStatus !== null && <> HTTP {attempt.responseStatus}</>}
    </Banner>
  );
}

/** What can be done with an endpoint. */
export function WebhookActions({ endpoint }: ActionProps) {
  const say = useSay('webhooks');
  const session = useSession();
  const [open, setOpen] = useState<'delete' | 'recover'>();
  const close = () => setOpen(undefined);
  const test = useWrite((api, _: undefined, key) => hooks(api).test(endpoint.id, {}, key), {
    refreshes: deliveryReads,
  });
  const sendTest = {
    id: 'test',
    label: say('test'),
    icon: Send,
    onAction: () => test.mutate(undefined),
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
      <ShowCode entries={[{ operation: 'webhookEndpointGet', parameters: [endpoint.id] }]} />
      {mayCall(session, 'webhookRecoveryStart') && (
        <Button onPress={() => setOpen('recover')}>{say('recover')}</Button>
      )}
      {mayCall(session, 'webhookEndpointUpdate') && <StatusButton endpoint={endpoint} />}
      {mayCall(session, 'webhookEndpointDelete') && (
        <Menu
          label={say('moreActions')}
          trigger={<IconButton icon={Ellipsis} label={say('moreActions')} kind="plain" />}
          groups={[
            ...(mayCall(session, 'hookTest') ? [{ id: 'test', entries: [sendTest] }] : []),
            { id: 'danger', entries: [remove] },
          ]}
        />
      )}
      {test.error && <ProblemNote error={test.error} />}
      {test.data && <TestResult result={test.data} />}
      {open === 'delete' && <DeleteWebhookDialog endpoint={endpoint} onClose={close} />}
      {open === 'recover' && <RecoverDialog endpoint={endpoint} onClose={close} />}
    </>
  );
}
