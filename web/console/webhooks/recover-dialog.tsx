import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { webhookEndpoints } from '@platform/sdk';
import type {
  RecoverWebhookEndpointRequest,
  WebhookEndpoint,
  WebhookRecovery,
} from '@platform/sdk';
import { pollWhile } from '../../client/query.ts';
import { useWrite } from '../../client/write.ts';
import { Banner } from '../../kit/content/banner.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { RadioGroup } from '../../kit/controls/radio-group.tsx';
import { Select } from '../../kit/controls/select.tsx';
import { Dialog } from '../../kit/overlays/dialog.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { ShowCode } from '../../parts/show-code.tsx';
import { deliveryReads, recoveryQuery, webhookStatisticsQuery } from './webhook-queries.ts';
import styles from './webhooks.module.css';

const ranges = ['1', '24', '168'] as const;
type Range = (typeof ranges)[number];
type Mode = 'failed' | 'missing';
const hourMs = 3_600_000;

const isRunning = ({ status }: WebhookRecovery): boolean =>
  status === 'PENDING' || status === 'RUNNING';

/** How far a recovery is. It goes on when the dialog is closed. */
function Progress({ endpointId, recoveryId }: { endpointId: string; recoveryId: string }) {
  const say = useSay('webhooks');
  const query = useQuery({ ...recoveryQuery(endpointId, recoveryId), ...pollWhile(isRunning) });
  return (
    <Loaded query={query} lines={1}>
      {(recovery) => {
        const { status, examined, enqueued } = recovery;
        if (isRunning(recovery))
          return <p role="status">{say('recover.running', { examined, enqueued })}</p>;
        return status === 'COMPLETED' ? (
          <Banner state="ok" isLive>
            {say('recover.done', { enqueued })}
          </Banner>
        ) : (
          <Banner state="error" isLive>
            {say('recover.failed')}
          </Banner>
        );
      }}
    </Loaded>
  );
}

/** The number of deliveries that a recovery would send again. */
function Count({ endpointId, range, mode }: { endpointId: string; range: Range; mode: Mode }) {
  const say = useSay('webhooks');
  const query = useQuery({
    ...webhookStatisticsQuery(endpointId, Number(range)),
    enabled: mode === 'failed',
  });
  if (mode === 'missing') return <p>{say('recover.missing.count')}</p>;
  return (
    <Loaded query={query} lines={1}>
      {({ deadLettered }) => <p role="status">{say('recover.count', { count: deadLettered })}</p>}
    </Loaded>
  );
}

/** Sends again what an endpoint has missed in a range, after it has been counted. */
export function RecoverDialog({
  endpoint,
  onClose,
}: {
  endpoint: WebhookEndpoint;
  onClose: () => void;
}) {
  const say = useSay('webhooks');
  const sayApp = useSay('app');
  const [mode, setMode] = useState<Mode>('failed');
  const [range, setRange] = useState<Range>('24');
  // Fixed while the dialog is open, so that the code shows what is sent.
  const [openedAt] = useState(Date.now);
  const start = useWrite(
    (api, body: RecoverWebhookEndpointRequest, key) =>
      webhookEndpoints(api).recoveries.create(endpoint.id, body, key),
    { refreshes: deliveryReads },
  );
  const since = new Date(openedAt - Number(range) * hourMs).toISOString();
  const body = { since, mode };
  return (
    <Dialog
      title={say('recover.title')}
      isOpen
      onClose={onClose}
      actions={
        start.data ? (
          <Button kind="primary" onPress={onClose}>
            {sayApp('close')}
          </Button>
        ) : (
          <>
            <ShowCode
              entries={[{ operation: 'webhookRecoveryStart', parameters: [endpoint.id], body }]}
            />
            <Button onPress={onClose}>{sayApp('cancel')}</Button>
            <Button kind="primary" isPending={start.isPending} onPress={() => start.mutate(body)}>
              {say('recover.action')}
            </Button>
          </>
        )
      }
    >
      <div className={styles['stack']}>
        {start.data ? (
          <Progress endpointId={endpoint.id} recoveryId={start.data.id} />
        ) : (
          <>
            <RadioGroup
              label={say('recover.mode')}
              value={mode}
              onChange={(chosen) => setMode(chosen === 'missing' ? 'missing' : 'failed')}
              choices={[
                { id: 'failed', label: say('recover.mode.failed') },
                {
                  id: 'missing',
                  label: say('recover.mode.missing'),
                  hint: say('recover.mode.missing.hint'),
                },
              ]}
            />
            <Select
              label={say('recover.range')}
              value={range}
              onChange={setRange}
              choices={ranges.map((id) => ({ id, label: say(`recover.range.${id}`) }))}
            />
            <Count endpointId={endpoint.id} range={range} mode={mode} />
            {start.error && <ProblemNote error={start.error} />}
          </>
        )}
      </div>
    </Dialog>
  );
}
