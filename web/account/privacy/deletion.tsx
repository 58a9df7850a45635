import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isProblem, me } from '@platform/sdk';
import type { MyErasureRequest } from '@platform/sdk';
import { useSession } from '../../client/session-query.ts';
import { useWrite } from '../../client/write.ts';
import { Banner } from '../../kit/content/banner.tsx';
import { Section } from '../../kit/content/section.tsx';
import { Skeleton } from '../../kit/content/skeleton.tsx';
import { ExactTime } from '../../kit/content/time.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { showToast } from '../../kit/overlays/toast.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { ConfirmWrite } from '../../parts/confirm-write.tsx';
import { erasureQuery } from '../queries.ts';

const refreshes = ['meErasureRequestGet', 'meActivityList'] as const;

const hasEnded = ({ state }: MyErasureRequest): boolean =>
  state === 'CANCELLED' || state === 'COMPLETED' || state === 'CANCELLING';

/** A deletion that has been requested, and until when it can be cancelled. */
function OpenDeletion({ request }: { request: MyErasureRequest }) {
  const say = useSay('account-privacy');
  const { graceEndsAt, cancellable } = request;
  const cancel = useWrite((api, _: null, key) => me(api).erasureRequest.cancel(key), {
    refreshes,
    onDone: () => showToast({ text: say('deletion.cancelled') }),
  });
  return (
    <Banner
      state="warning"
      isLive
      title={say('deletion.running')}
      actions={
        cancellable && (
          <Button size="small" isPending={cancel.isPending} onPress={() => cancel.mutate(null)}>
            {say('deletion.cancel')}
          </Button>
        )
      }
    >
      {graceEndsAt === null
        ? say('deletion.soon')
        : say.rich('deletion.on', { time: <ExactTime key="t" at={graceEndsAt} /> })}
      {cancel.error && <ProblemNote error={cancel.error} />}
    </Banner>
  );
}

/** Asks for the deletion: the name is typed, since after the grace period nothing undoes it. */
function DeleteAccount({ onClose }: { onClose: () => void }) {
  const say = useSay('account-privacy');
  const { user, tenant } = useSession();
  const create = useWrite((api, _: null, key) => me(api).erasureRequest.create(key), { refreshes });
  return (
    <ConfirmWrite
      title={say('deletion.title', { tenant: tenant.name })}
      consequences={[
        say('deletion.signsOut'),
        say('deletion.grace'),
        say('deletion.back'),
        say('deletion.data'),
      ]}
      action={say('deletion.action')}
      typedName={user.email ?? user.displayName ?? user.id}
      write={create}
      input={null}
      onClose={onClose}
    />
  );
}

/** Deletes the account, after its grace period. */
export function Deletion() {
  const say = useSay('account-privacy');
  const [isAsking, setIsAsking] = useState(false);
  const query = useQuery(erasureQuery);
  const isNone = isProblem(query.error, 'not_found');
  const request = isNone ? undefined : query.data?.value;
  const isOpen = request !== undefined && !hasEnded(request);
  const canDelete = isNone || (request !== undefined && !isOpen);
  return (
    <Section
      title={say('deletion')}
      about={say('deletion.about')}
      actions={
        canDelete && <Button onPress={() => setIsAsking(true)}>{say('deletion.action')}</Button>
      }
    >
      {query.isPending && !query.error && <Skeleton lines={1} />}
      {query.error && !isNone && (
        <ProblemNote error={query.error} onRetry={() => void query.refetch()} />
      )}
      {isOpen && <OpenDeletion request={request} />}
      {isAsking && <DeleteAccount onClose={() => setIsAsking(false)} />}
    </Section>
  );
}
