import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { webhookEndpoints } from '@platform/sdk';
import { problemWords } from '../../client/problem-words.ts';
import { refreshReads } from '../../client/query.ts';
import { runMany } from '../../client/run-many.ts';
import type { ManyOutcome, ManyProgress } from '../../client/run-many.ts';
import { useWebClient } from '../../client/web-client.ts';
import { Banner } from '../../kit/content/banner.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { showToast } from '../../kit/overlays/toast.tsx';
import { SelectionBar } from '../../kit/table/table-tools.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { deliveryReads } from './webhook-queries.ts';
import styles from './webhooks.module.css';

type Failed = ManyOutcome<string>['failed'];

/** Deliveries that could not be sent again, and why. */
function Failures({ failed }: { failed: Failed }) {
  const say = useSay('webhooks');
  const sayProblem = useSay('problems');
  return (
    <Banner state="error" isLive title={say('redeliverFailed', { count: failed.length })}>
      <ul className={styles['failures']}>
        {failed.map(({ of, error }) => {
          const { key, values } = problemWords(error);
          return (
            <li key={of}>
              <bdi>{of}</bdi>: {sayProblem(key, values)}
            </li>
          );
        })}
      </ul>
    </Banner>
  );
}

/** Sends the selected deliveries again. It runs from the page, so it can be stopped. */
export function DeliverySelectionBar({
  endpointId,
  selected,
  onClear,
}: {
  endpointId: string;
  selected: readonly string[];
  onClear: () => void;
}) {
  const say = useSay('webhooks');
  const queryClient = useQueryClient();
  const { api } = useWebClient();
  const [progress, setProgress] = useState<ManyProgress>();
  const [failed, setFailed] = useState<Failed>([]);
  const stop = useRef<AbortController>(undefined);

  async function redeliver(): Promise<void> {
    stop.current = new AbortController();
    setProgress({ done: 0, total: selected.length });
    const outcome = await runMany(
      selected,
      (id) => webhookEndpoints(api).deliveries.redeliver(endpointId, id),
      { signal: stop.current.signal, onProgress: setProgress },
    );
    setProgress(undefined);
    setFailed(outcome.failed);
    const count = outcome.succeeded.length;
    if (count > 0) showToast({ text: say('redelivered', { count }) });
    onClear();
    await refreshReads(queryClient, deliveryReads);
  }

  return (
    <>
      {failed.length > 0 && <Failures failed={failed} />}
      <SelectionBar count={selected.length} onClear={onClear}>
        {progress ? (
          <>
            <span role="status">{say('progress', { ...progress })}</span>
            <Button size="small" onPress={() => stop.current?.abort()}>
              {say('stop')}
            </Button>
          </>
        ) : (
          <Button size="small" onPress={() => void redeliver()}>
            {say('redeliver')}
          </Button>
        )}
      </SelectionBar>
    </>
  );
}
