import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Download, FileArchive } from 'lucide-react';
import { isProblem, me } from '@platform/sdk';
import type { MyAccessRequest } from '@platform/sdk';
import { pollWhile, refreshReads } from '../../client/query.ts';
import { useWebClient } from '../../client/web-client.ts';
import { useWrite } from '../../client/write.ts';
import { StatusDot } from '../../kit/content/badge.tsx';
import { Section } from '../../kit/content/section.tsx';
import { saveBlob } from '../../kit/content/take-away.ts';
import { ExactTime } from '../../kit/content/time.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { Icon } from '../../kit/controls/icon.tsx';
import { useFormats, useSay } from '../../kit/words/words-context.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { Item, ItemList } from '../../kit/content/item-list.tsx';
import { accessRequestsQuery } from '../queries.ts';

const isRunning = ({ state }: MyAccessRequest): boolean =>
  state === 'PENDING' || state === 'RUNNING';

const states = {
  PENDING: 'info',
  RUNNING: 'info',
  COMPLETED: 'ok',
  PARTIAL: 'warning',
  FAILED: 'error',
  CANCELLED: 'neutral',
  EXPIRED: 'neutral',
} as const;

/** The size of a file in words, such as 1.2 MB. */
function useByteWords(): (bytes: number) => string {
  const formats = useFormats();
  return (bytes) => {
    const isSmall = bytes < 1_000_000;
    return formats.formatNumber(bytes / (isSmall ? 1_000 : 1_000_000), {
      style: 'unit',
      unit: isSmall ? 'kilobyte' : 'megabyte',
      maximumFractionDigits: 1,
    });
  };
}

/** Downloads the file. The platform asks for a recent sign-in. */
function DownloadButton({ request: { id, bundle } }: { request: MyAccessRequest }) {
  const say = useSay('account-privacy');
  const { api } = useWebClient();
  const queryClient = useQueryClient();
  const load = useMutation({
    async mutationFn() {
      const file = await me(api).accessRequests.download(id);
      saveBlob(await file.blob(), bundle?.fileName ?? `${id}.zip`);
    },
    onSuccess: () => refreshReads(queryClient, ['meAccessRequestList']),
  });
  return (
    <>
      <Button size="small" isPending={load.isPending} onPress={() => load.mutate()}>
        <Icon of={Download} />
        {say('data.download')}
      </Button>
      {load.error && <ProblemNote error={load.error} />}
    </>
  );
}

function RequestRow({ request }: { request: MyAccessRequest }) {
  const say = useSay('account-privacy');
  const bytesOf = useByteWords();
  const { state, receivedAt, dueAt, bundle } = request;
  const date = (at: string) => ({ time: <ExactTime key="t" at={at} isDate /> });
  return (
    <Item
      icon={FileArchive}
      title={say.rich('data.requested', { time: <ExactTime key="t" at={receivedAt} /> })}
      badges={<StatusDot state={states[state]}>{say(`data.state.${state}`)}</StatusDot>}
      facts={[
        isRunning(request) && say.rich('data.due', date(dueAt)),
        bundle && bytesOf(bundle.bytes),
        bundle && say.rich('data.until', date(bundle.expiresAt)),
      ]}
      actions={bundle && <DownloadButton request={request} />}
    />
  );
}

/** A copy of all data of the user, which takes a while to collect. */
export function OwnData() {
  const say = useSay('account-privacy');
  const query = useQuery({
    ...accessRequestsQuery,
    ...pollWhile(({ data }: { data: readonly MyAccessRequest[] }) => data.some(isRunning)),
  });
  const order = useWrite((api, _: null, key) => me(api).accessRequests.create({}, key), {
    refreshes: ['meAccessRequestList'],
  });
  const isOpen = query.data?.value.data.some(isRunning) ?? false;
  const error = isProblem(order.error, 'already_exists') ? null : order.error;
  return (
    <Section
      title={say('data')}
      about={say('data.about')}
      actions={
        !isOpen && (
          <Button isPending={order.isPending} onPress={() => order.mutate(null)}>
            {say('data.request')}
          </Button>
        )
      }
    >
      {error && <ProblemNote error={error} />}
      <Loaded query={query} lines={2}>
        {({ data }) =>
          data.length > 0 && (
            <ItemList label={say('data')}>
              {data.map((request) => (
                <RequestRow key={request.id} request={request} />
              ))}
            </ItemList>
          )
        }
      </Loaded>
    </Section>
  );
}
