import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isProblem, organizations, users } from '@platform/sdk';
import type { CreateUserBulkJobRequest } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { useWebClient } from '../../client/web-client.ts';
import { useWrite } from '../../client/write.ts';
import { Banner } from '../../kit/content/banner.tsx';
import { Button } from '../../kit/controls/button.tsx';
import type { Choice } from '../../kit/controls/choice-list.tsx';
import { ComboBox } from '../../kit/controls/combo-box.tsx';
import { Select } from '../../kit/controls/select.tsx';
import { ConfirmDialog } from '../../kit/overlays/confirm-dialog.tsx';
import { Dialog } from '../../kit/overlays/dialog.tsx';
import { showToast } from '../../kit/overlays/toast.tsx';
import { useFormats, useSay } from '../../kit/words/words-context.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { ShowCode } from '../../parts/show-code.tsx';
import { openJobs } from '../jobs/open-jobs.ts';
import { userSummaryQuery } from './user-queries.ts';
import type { UserFilter } from './user-queries.ts';
import styles from './users.module.css';

type Action = CreateUserBulkJobRequest['action'];

const ofUsers: readonly Action[] = ['suspend', 'reactivate', 'deactivate', 'delete'];
const ofMemberships: readonly Action[] = ['add_to_organization', 'remove_from_organization'];

/** The number of users that the platform has counted, if that is why it rejected the job. */
function totalOf(error: unknown): number | undefined {
  const total = isProblem(error, 'conflict') ? error.document['total'] : undefined;
  return typeof total === 'number' ? total : undefined;
}

interface StepProps {
  body: CreateUserBulkJobRequest;
  organization: Choice | null;
  total: number;
  onBack: () => void;
  onStarted: () => void;
}

/** Asks before a job is started, with the number of users. If that has changed meanwhile, asks again. */
function ConfirmBulk({ body, organization, total: counted, onBack, onStarted }: StepProps) {
  const say = useSay('jobs');
  const create = useWrite(
    (api, job: CreateUserBulkJobRequest, key) => users(api).bulkJobs.create(job, key),
    {
      refreshes: ['userBulkJobList'],
      onDone() {
        showToast({
          text: say('bulk.started'),
          action: { label: say('show'), onAction: openJobs },
        });
        onStarted();
      },
    },
  );
  const recounted = totalOf(create.error);
  const total = recounted ?? counted;
  const { action } = body;
  const title = say(`action.${action}`, { count: total });
  const effect = say(`bulk.effect.${action}`, { organization: organization?.label ?? '' });
  const locksOut = ['suspend', 'deactivate', 'delete'].includes(action);
  return (
    <ConfirmDialog
      title={`${title}?`}
      consequences={[
        effect,
        ...(locksOut ? [say('bulk.own')] : []),
        say('bulk.failures'),
        say('bulk.jobs'),
      ]}
      action={title}
      isDanger={locksOut}
      {...(action === 'delete' && { typedName: String(total) })}
      isOpen
      isPending={create.isPending}
      problem={
        recounted === undefined ? (
          create.error && <ProblemNote error={create.error} />
        ) : (
          <Banner state="warning" isLive title={say('bulk.changed', { count: recounted })} />
        )
      }
      onConfirm={() => create.mutate({ ...body, expectedTotal: total })}
      onClose={onBack}
    />
  );
}

/** Changes all users that match a filter, in the background. The platform asks for a recent sign-in. */
export function BulkUsersDialog({
  filter,
  onStarted,
  onClose,
}: {
  filter: UserFilter;
  onStarted: () => void;
  onClose: () => void;
}) {
  const say = useSay('jobs');
  const sayApp = useSay('app');
  const formats = useFormats();
  const session = useSession();
  const { api } = useWebClient();
  const query = useQuery({ ...userSummaryQuery(filter), staleTime: 0 });
  const [action, setAction] = useState<Action>('suspend');
  const [organization, setOrganization] = useState<Choice | null>(null);
  const [isConfirming, setIsConfirming] = useState(false);
  const needsOrganization = ofMemberships.includes(action);
  const choices = mayCall(session, 'organizationMembersPut')
    ? [...ofUsers, ...ofMemberships]
    : ofUsers;
  const body: CreateUserBulkJobRequest = {
    action,
    filter,
    ...(needsOrganization && organization && { organizationId: organization.id }),
  };
  const summary = query.data?.value;
  const search = async (q: string, signal: AbortSignal): Promise<Choice[]> => {
    const { data } = await organizations(api).list({ q, limit: 20, signal });
    return data.map(({ id, name, slug }) => ({ id, label: name, hint: slug }));
  };
  if (isConfirming && summary)
    return (
      <ConfirmBulk
        body={body}
        organization={organization}
        total={summary.total}
        onBack={() => setIsConfirming(false)}
        onStarted={onStarted}
      />
    );
  const isReady =
    summary !== undefined &&
    summary.isExact &&
    summary.total > 0 &&
    (!needsOrganization || organization !== null);
  return (
    <Dialog
      title={say('bulk.title')}
      isOpen
      onClose={onClose}
      actions={
        <>
          <ShowCode entries={[{ operation: 'userBulkJobCreate', body }]} />
          <Button onPress={onClose}>{sayApp('cancel')}</Button>
          <Button kind="primary" isDisabled={!isReady} onPress={() => setIsConfirming(true)}>
            {say('bulk.next')}
          </Button>
        </>
      }
    >
      <div className={styles['stack']}>
        <Loaded query={query} lines={1}>
          {({ total, isExact }) =>
            isExact ? (
              <p>
                {say(Object.keys(filter).length === 0 ? 'bulk.aboutAll' : 'bulk.about', {
                  count: total,
                })}
              </p>
            ) : (
              <Banner
                state="warning"
                title={say('bulk.tooMany', { count: formats.formatNumber(total) })}
              >
                {say('bulk.tooMany.text')}
              </Banner>
            )
          }
        </Loaded>
        <Select
          label={say('bulk.action')}
          value={action}
          onChange={setAction}
          choices={choices.map((id) => ({ id, label: say(`bulk.choice.${id}`) }))}
        />
        {needsOrganization && (
          <ComboBox
            label={say('bulk.organization')}
            value={organization}
            onChange={setOrganization}
            search={search}
          />
        )}
      </div>
    </Dialog>
  );
}
