import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Ellipsis, Trash2 } from 'lucide-react';
import { hooks, siemSinks } from '@platform/sdk';
import type { HookTestResult, SiemSink } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { useWrite } from '../../client/write.ts';
import { Banner } from '../../kit/content/banner.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { IconButton } from '../../kit/controls/icon-button.tsx';
import { Menu } from '../../kit/controls/menu.tsx';
import { Select } from '../../kit/controls/select.tsx';
import { ConfirmDialog } from '../../kit/overlays/confirm-dialog.tsx';
import { Dialog } from '../../kit/overlays/dialog.tsx';
import { showToast } from '../../kit/overlays/toast.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { ShowCode } from '../../parts/show-code.tsx';
import { logStreamQuery, logStreamReads } from './log-stream-queries.ts';
import styles from './log-streams.module.css';

type Stream = Pick<SiemSink, 'id' | 'name' | 'status'>;
interface DialogProps {
  stream: Stream;
  onClose: () => void;
}

const ranges = ['1', '24', '168'] as const;
type Range = (typeof ranges)[number];
const hourMs = 3_600_000;

/** Sends stored events again. */
function ReplayDialog({ stream, onClose }: DialogProps) {
  const say = useSay('logStreams');
  const sayApp = useSay('app');
  const [range, setRange] = useState<Range>('24');
  // Fixed while the dialog is open, so that the code shows what is sent.
  const [openedAt] = useState(Date.now);
  const replay = useWrite(
    (api, body: { since: string }, key) => siemSinks(api).replay(stream.id, body, key),
    {
      refreshes: logStreamReads,
      onDone() {
        showToast({ text: say('replayed.toast') });
        onClose();
      },
    },
  );
  const body = { since: new Date(openedAt - Number(range) * hourMs).toISOString() };
  return (
    <Dialog
      title={say('replay.title')}
      isOpen
      onClose={onClose}
      actions={
        <>
          <ShowCode entries={[{ operation: 'siemReplaySink', parameters: [stream.id], body }]} />
          <Button onPress={onClose}>{sayApp('cancel')}</Button>
          <Button kind="primary" isPending={replay.isPending} onPress={() => replay.mutate(body)}>
            {say('replay.action')}
          </Button>
        </>
      }
    >
      <div className={styles['stack']}>
        <Select
          label={say('replay.range')}
          value={range}
          onChange={setRange}
          choices={ranges.map((id) => ({ id, label: say(`replay.range.${id}`) }))}
        />
        <p>{say('replay.text')}</p>
        {replay.error && <ProblemNote error={replay.error} />}
      </div>
    </Dialog>
  );
}

function DeleteDialog({ stream, onClose }: DialogProps) {
  const say = useSay('logStreams');
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const remove = useWrite((api, id: string) => siemSinks(api).delete(id), {
    refreshes: ['siemListSinks'],
    onDone(_, id) {
      showToast({ text: say('deleted.toast') });
      void navigate({ to: '/log-streams', search: {} });
      queryClient.removeQueries({ queryKey: logStreamQuery(id).queryKey });
    },
  });
  return (
    <ConfirmDialog
      title={say('delete.title')}
      consequences={[say('delete.consequence', { name: stream.name })]}
      action={say('delete')}
      isDanger
      typedName={stream.name}
      isOpen
      isPending={remove.isPending}
      problem={remove.error && <ProblemNote error={remove.error} />}
      onConfirm={() => remove.mutate(stream.id)}
      onClose={onClose}
    />
  );
}

/** The result of a test event. */
function TestDialog({ result, onClose }: { result: HookTestResult; onClose: () => void }) {
  const say = useSay('logStreams');
  const sayApp = useSay('app');
  const { delivered, attempt } = result;
  return (
    <Dialog
      title={say('test')}
      isOpen
      onClose={onClose}
      actions={<Button onPress={onClose}>{sayApp('close')}</Button>}
    >
      <Banner
        state={delivered ? 'ok' : 'error'}
        isLive
        title={delivered ? say('test.delivered', { ms: attempt.durationMs }) : say('test.failed')}
      >
        {attempt.error !== null && say(`error.${attempt.error}`)}
        {attempt.responseStatus !== null && <p>HTTP {attempt.responseStatus}</p>}
      </Banner>
    </Dialog>
  );
}

/** Pauses the stream, or lets it send again from where it stopped. */
function PauseButton({ stream }: { stream: Stream }) {
  const say = useSay('logStreams');
  const sayApp = useSay('app');
  const change = useWrite(
    (api, status: 'active' | 'paused') => siemSinks(api).update(stream.id, { status }),
    { refreshes: logStreamReads },
  );
  const next = stream.status === 'paused' ? 'active' : 'paused';
  const inverse = next === 'paused' ? 'active' : 'paused';
  if (stream.status === 'suspended') return null;
  async function run(): Promise<void> {
    await change.mutateAsync(next);
    showToast({
      text: say(next === 'paused' ? 'paused.toast' : 'resumed.toast'),
      action: { label: sayApp('undo'), onAction: () => change.mutate(inverse) },
    });
  }
  return (
    <>
      {change.error && <ProblemNote error={change.error} />}
      <Button onPress={() => void run().catch(() => undefined)} isPending={change.isPending}>
        {say(next === 'paused' ? 'pause' : 'resume')}
      </Button>
    </>
  );
}

/** What can be done with a stream. */
export function LogStreamActions({ stream }: { stream: Stream }) {
  const say = useSay('logStreams');
  const session = useSession();
  const [open, setOpen] = useState<'replay' | 'delete'>();
  const close = () => setOpen(undefined);
  const test = useWrite((api, _: undefined, key) => hooks(api).test(stream.id, {}, key), {
    refreshes: ['siemSinkHealth'],
  });
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
        entries={[
          { operation: 'siemGetSink', parameters: [stream.id] },
          { operation: 'siemSinkHealth', parameters: [stream.id] },
        ]}
      />
      {test.error && <ProblemNote error={test.error} />}
      {mayCall(session, 'hookTest') && mayCall(session, 'siemUpdateSink') && (
        <Button onPress={() => test.mutate(undefined)} isPending={test.isPending}>
          {say('test')}
        </Button>
      )}
      {mayCall(session, 'siemReplaySink') && (
        <Button onPress={() => setOpen('replay')}>{say('replay')}</Button>
      )}
      {mayCall(session, 'siemUpdateSink') && <PauseButton stream={stream} />}
      {mayCall(session, 'siemDeleteSink') && (
        <Menu
          label={say('moreActions')}
          trigger={<IconButton icon={Ellipsis} label={say('moreActions')} kind="plain" />}
          groups={[{ id: 'danger', entries: [remove] }]}
        />
      )}
      {open === 'replay' && <ReplayDialog stream={stream} onClose={close} />}
      {open === 'delete' && <DeleteDialog stream={stream} onClose={close} />}
      {test.data && <TestDialog result={test.data} onClose={() => test.reset()} />}
    </>
  );
}
