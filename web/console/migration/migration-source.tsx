import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { migrationSources } from '@platform/sdk';
import type { MigrationSource } from '@platform/sdk';
import { fieldNamed } from '../../client/plain-values.ts';
import type { PlainValues } from '../../client/plain-values.ts';
import { mayCall } from '../../client/permissions.ts';
import type { Read } from '../../client/query.ts';
import { useSession } from '../../client/session-query.ts';
import { useWrite } from '../../client/write.ts';
import { Banner } from '../../kit/content/banner.tsx';
import { EmptyState } from '../../kit/content/empty-state.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { RadioGroup } from '../../kit/controls/radio-group.tsx';
import { ConfirmDialog } from '../../kit/overlays/confirm-dialog.tsx';
import { showToast } from '../../kit/overlays/toast.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { useIsFresh } from '../../parts/is-fresh.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { PlainForm } from '../../parts/plain-form.tsx';
import type { PlainField } from '../../parts/plain-fields.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { UploadButton } from './upload-button.tsx';
import { isNoneYet, sourceQuery } from './migration-queries.ts';
import { migrationSourceRoute, sourceKinds } from './migration-routes.ts';
import type { SourceKind } from './migration-routes.ts';
import {
  emptySource,
  fileFields,
  shownSource,
  sourceFields,
  sourceForm,
  sourceRequest,
  withUpload,
} from './source-values.ts';
import styles from './migration.module.css';

type Key = Parameters<ReturnType<typeof useSay<'migration'>>>[0];

const options = [
  'mode',
  'matchBy',
  'onExisting',
  'passwords',
  'allowWeakHashes',
  'trustEmailVerified',
  'organizationId',
  'roles',
  'identityIssuers',
  'batchSize',
].map((name) => `options.${name}`);
const codes = ['connection.', 'credential.bindDn', 'options.organizationId', 'options.roles'];
const hinted = [
  'connection.file',
  'connection.files',
  'connection.listUrl',
  'connection.verifyUrl',
  'connection.urls',
  'options.mode',
  'options.allowWeakHashes',
  'options.trustEmailVerified',
  'options.identityIssuers',
  'options.roles',
];

function useSourceField() {
  const say = useSay('migration');
  return (name: string): PlainField => {
    const { values } = fieldNamed(sourceForm, name);
    return {
      name,
      label: say(`field.${name}` as Key),
      ...(hinted.includes(name) && { hint: say(`field.${name}.hint` as Key) }),
      ...(name === 'credential.caCertificatesPem' && { rows: 4 }),
      ...(codes.some((code) => name.startsWith(code)) && { isCode: true }),
      ...(values && {
        choices: values
          // The bind of LDAP is a kind of its own.
          .filter((id) => name !== 'credential.type' || id !== 'ldap_bind')
          .map((id) => ({ id, label: say(`${name}.${id}` as Key) })),
      }),
    };
  };
}

interface SourceFormProps {
  read: Read<MigrationSource>;
  kind: SourceKind;
}

/** The connection of the source, and the options of imports. */
function SourceForm({ read: { value, etag }, kind }: SourceFormProps) {
  const say = useSay('migration');
  const session = useSession();
  const fieldOf = useSourceField();
  const groups = (values: PlainValues) => {
    const type = (values['credential'] as PlainValues | undefined)?.['type'];
    const names = sourceFields(kind, type);
    return [
      {
        title: say('group.connection'),
        about: value.hasCredential ? say('credential.kept') : undefined,
        fields: names.map(fieldOf),
        below: (form: Parameters<typeof UploadButton>[0]['form']) => (
          <div className={styles['row']}>
            {fileFields
              .filter((name) => names.includes(name))
              .map((name) => (
                <UploadButton
                  key={name}
                  form={form}
                  name={name}
                  label={say('upload', { field: say(`field.${name}`) })}
                  textOf={(id) => withUpload(name, form.getValues(name), id)}
                />
              ))}
          </div>
        ),
      },
      { title: say('group.options'), fields: options.map(fieldOf) },
    ];
  };
  return (
    <PlainForm
      of={sourceForm}
      read={{ value: shownSource(value), etag }}
      isPut
      groups={groups}
      send={(api, body, condition) =>
        migrationSources(api).put(sourceRequest(kind, body, value.mapping), condition)
      }
      reread={(api) => migrationSources(api).get()}
      refreshes={['migrationSourceGet']}
      draft={`migration source ${kind}`}
      isReadOnly={!mayCall(session, 'migrationSourcePut')}
    />
  );
}

/** Chooses the kind of source. Another one replaces the source. */
function KindChoice({ kind }: { kind: SourceKind }) {
  const say = useSay('migration');
  const navigate = migrationSourceRoute.useNavigate();
  return (
    <RadioGroup
      label={say('kind')}
      value={kind}
      onChange={(id) =>
        void navigate({ search: { kind: sourceKinds.find((one) => one === id) }, replace: true })
      }
      choices={sourceKinds.map((id) => ({
        id,
        label: say(`kind.${id}`),
        hint: say(`kind.${id}.hint`),
      }))}
    />
  );
}

function DeleteSource({ etag }: { etag: string | undefined }) {
  const say = useSay('migration');
  const queryClient = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const remove = useWrite(
    (api, condition: { ifMatch?: string }) => migrationSources(api).delete(condition),
    {
      refreshes: [],
      onDone() {
        setIsAsking(false);
        showToast({ text: say('deleted.toast') });
        void queryClient.resetQueries({ queryKey: sourceQuery.queryKey });
      },
    },
  );
  return (
    <div>
      <Button onPress={() => setIsAsking(true)}>{say('delete')}</Button>
      <ConfirmDialog
        title={say('delete.title')}
        consequences={[say('delete.credential'), say('delete.kept')]}
        action={say('delete')}
        isDanger
        isOpen={isAsking}
        isPending={remove.isPending}
        problem={remove.error && <ProblemNote error={remove.error} />}
        onConfirm={() => remove.mutate(etag === undefined ? {} : { ifMatch: etag })}
        onClose={() => setIsAsking(false)}
      />
    </div>
  );
}

/** The first step: the source. */
export function MigrationSourceTab() {
  const say = useSay('migration');
  const session = useSession();
  const search = migrationSourceRoute.useSearch();
  const query = useQuery(sourceQuery);
  const isFresh = useIsFresh(query);
  const mayPut = mayCall(session, 'migrationSourcePut');
  if (isNoneYet(query.error)) {
    if (!mayPut)
      return (
        <EmptyState why="noneYet" title={say('none.title')}>
          {say('none.text')}
        </EmptyState>
      );
    const kind = search.kind ?? 'ndjson';
    return (
      <div className={styles['stack']}>
        <Banner state="info" title={say('none.title')}>
          {say('none.text')}
        </Banner>
        <KindChoice kind={kind} />
        <SourceForm key={kind} kind={kind} read={{ value: emptySource(kind), etag: undefined }} />
      </div>
    );
  }
  return (
    <Loaded query={query} lines={8}>
      {(source, read) => {
        const kind = search.kind ?? source.kind;
        const isOther = kind !== source.kind;
        return (
          <div className={styles['stack']}>
            <KindChoice kind={kind} />
            {isOther && <Banner state="warning">{say('kind.replaces')}</Banner>}
            {isFresh && (
              <SourceForm
                key={kind}
                kind={kind}
                read={isOther ? { value: emptySource(kind), etag: read.etag } : read}
              />
            )}
            {mayCall(session, 'migrationSourceDelete') && <DeleteSource etag={read.etag} />}
          </div>
        );
      }}
    </Loaded>
  );
}
