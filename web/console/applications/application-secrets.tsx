import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { applications } from '@platform/sdk';
import type { ApplicationSecret } from '@platform/sdk';
import { findingsOf } from '../../client/field-words.ts';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { useWrite } from '../../client/write.ts';
import { Banner } from '../../kit/content/banner.tsx';
import { EmptyState } from '../../kit/content/empty-state.tsx';
import { Section } from '../../kit/content/section.tsx';
import { ExactTime, RelativeTime } from '../../kit/content/time.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { Select } from '../../kit/controls/select.tsx';
import { FormField } from '../../kit/form/form-field.tsx';
import { ConfirmDialog } from '../../kit/overlays/confirm-dialog.tsx';
import { SecretDialog } from '../../kit/overlays/secret-dialog.tsx';
import { showToast } from '../../kit/overlays/toast.tsx';
import type { Column } from '../../kit/table/columns.ts';
import { DataTable } from '../../kit/table/data-table.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { ShowCode } from '../../parts/show-code.tsx';
import { secretsQuery } from './application-queries.ts';
import { secretsRoute } from './application-routes.ts';

/** How long the previous secret stays valid, in seconds. */
const overlaps = ['0', '3600', '86400', '604800'] as const;

function useColumns(
  onDelete: ((secret: ApplicationSecret) => void) | undefined,
): readonly Column<ApplicationSecret>[] {
  const say = useSay('applications');
  return [
    { id: 'secret', label: say('secret'), cell: ({ last4 }) => <code>…{last4}</code> },
    {
      id: 'lastUsed',
      label: say('lastUsed'),
      isFact: true,
      cell: ({ lastUsedAt }) => (lastUsedAt ? <RelativeTime at={lastUsedAt} /> : say('neverUsed')),
    },
    {
      id: 'expires',
      label: say('expires'),
      cell: ({ expiresAt }) => (expiresAt ? <ExactTime at={expiresAt} /> : say('noEnd')),
    },
    {
      id: 'created',
      label: say('created'),
      cell: ({ createdAt }) => <ExactTime at={createdAt} />,
    },
    ...(onDelete
      ? [
          {
            id: 'actions',
            label: say('actions'),
            isFact: true,
            cell: (secret: ApplicationSecret) => (
              <Button
                size="small"
                aria-label={say('secret.deleteOf', { last4: secret.last4 })}
                onPress={() => onDelete(secret)}
              >
                {say('secret.delete')}
              </Button>
            ),
          },
        ]
      : []),
  ];
}

function CreateSecret({ clientId, onClose }: { clientId: string; onClose: () => void }) {
  const say = useSay('applications');
  const sayProblem = useSay('problems');
  const form = useForm<{ overlap: (typeof overlaps)[number] }>({
    defaultValues: { overlap: '86400' },
  });
  const [secret, setSecret] = useState<string>();
  const create = useWrite(
    (api, expiresPreviousInSeconds: number, key) =>
      applications(api).secrets.create(clientId, { expiresPreviousInSeconds }, key),
    { refreshes: ['applicationSecretList'], isSecret: true },
  );
  const bodyOf = (overlap: string) => ({ expiresPreviousInSeconds: Number(overlap) });
  if (secret !== undefined)
    return (
      <SecretDialog
        title={say('secret.created')}
        secret={secret}
        fileName={`${clientId}-secret.txt`}
        onClose={onClose}
      />
    );
  return (
    <FormDialog
      title={say('secret.create')}
      form={form}
      save={async (_, { overlap }) => {
        try {
          setSecret((await create.mutateAsync(Number(overlap))).secret);
        } catch (error) {
          return findingsOf(error, sayProblem);
        }
      }}
      submit={say('secret.create')}
      code={[
        {
          operation: 'applicationSecretCreate',
          parameters: [clientId],
          body: bodyOf(form.watch('overlap')),
        },
      ]}
      onClose={onClose}
    >
      <p>{say('secret.rotation')}</p>
      <FormField form={form} name="overlap" label={say('secret.overlap')}>
        {(field) => (
          <Select
            {...field}
            hint={say('secret.overlap.hint')}
            choices={overlaps.map((id) => ({ id, label: say(`overlap.${id}`) }))}
          />
        )}
      </FormField>
    </FormDialog>
  );
}

function DeleteSecret({
  clientId,
  secret,
  onClose,
}: {
  clientId: string;
  secret: ApplicationSecret;
  onClose: () => void;
}) {
  const say = useSay('applications');
  const remove = useWrite((api, id: string) => applications(api).secrets.delete(clientId, id), {
    refreshes: ['applicationSecretList'],
    onDone() {
      showToast({ text: say('secret.deleted.toast', { last4: secret.last4 }) });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={say('secret.delete.title', { last4: secret.last4 })}
      consequences={[
        secret.lastUsedAt ? (
          <>
            {say('lastUsed')}: <ExactTime at={secret.lastUsedAt} />
          </>
        ) : (
          say('secret.delete.unused')
        ),
        say('secret.delete.effect'),
      ]}
      action={say('secret.delete')}
      isDanger
      isOpen
      isPending={remove.isPending}
      problem={remove.error && <ProblemNote error={remove.error} />}
      onConfirm={() => remove.mutate(secret.id)}
      onClose={onClose}
    />
  );
}

/** The secrets of an application: two can be valid, so that one is replaced without an outage. */
export function ApplicationSecrets() {
  const say = useSay('applications');
  const session = useSession();
  const { clientId } = secretsRoute.useParams();
  const query = useQuery(secretsQuery(clientId));
  const [isCreating, setIsCreating] = useState(false);
  const [deleted, setDeleted] = useState<ApplicationSecret>();
  const mayDelete = mayCall(session, 'applicationSecretDelete');
  const columns = useColumns(mayDelete ? setDeleted : undefined);
  const create = mayCall(session, 'applicationSecretCreate') && (
    <Button onPress={() => setIsCreating(true)}>{say('secret.create')}</Button>
  );
  return (
    <Section
      title={say('tab.secrets')}
      about={say('secrets.about')}
      actions={
        <>
          <ShowCode entries={[{ operation: 'applicationSecretList', parameters: [clientId] }]} />
          {create}
        </>
      }
    >
      <Loaded query={query} lines={3}>
        {({ data }) => (
          <>
            {data.length > 1 && <Banner state="info">{say('secrets.two')}</Banner>}
            <DataTable
              label={say('tab.secrets')}
              columns={columns}
              rows={data}
              idOf={({ id }) => id}
              nameOf={({ last4 }) => last4}
              empty={
                <EmptyState why="noneYet" level={3} title={say('noSecrets.title')} actions={create}>
                  {say('noSecrets.text')}
                </EmptyState>
              }
            />
          </>
        )}
      </Loaded>
      {isCreating && <CreateSecret clientId={clientId} onClose={() => setIsCreating(false)} />}
      {deleted && (
        <DeleteSecret clientId={clientId} secret={deleted} onClose={() => setDeleted(undefined)} />
      )}
    </Section>
  );
}
