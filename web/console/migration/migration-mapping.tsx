import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { migrationSources } from '@platform/sdk';
import type { MigrationSource } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import type { Read } from '../../client/query.ts';
import { useSession } from '../../client/session-query.ts';
import { Button } from '../../kit/controls/button.tsx';
import { TextArea } from '../../kit/controls/text-field.tsx';
import { ConflictDialog } from '../../kit/form/conflict-dialog.tsx';
import { FormField } from '../../kit/form/form-field.tsx';
import { Form } from '../../kit/form/form.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { useConditionalSave } from '../../parts/conditional-save.ts';
import { useDraft } from '../../parts/draft.ts';
import { useIsFresh } from '../../parts/is-fresh.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { DryRunSample } from './dry-run-sample.tsx';
import { mappingFault, mappingRules, mappingText } from './mapping-text.ts';
import { dryRunQuery, isNoneYet, sourceQuery } from './migration-queries.ts';
import { NoSource } from './no-source.tsx';
import { withMapping } from './source-values.ts';
import { useDryRun } from './use-dry-run.ts';
import styles from './migration.module.css';

interface MappingFormProps {
  read: Read<MigrationSource>;
  onSaved: () => void;
}

const valuesOf = ({ mapping }: MigrationSource) => ({ mapping: mappingText(mapping) });

/** The rules as text: one in a line. */
function MappingForm({ read, onSaved }: MappingFormProps) {
  const say = useSay('migration');
  const session = useSession();
  const form = useForm({ defaultValues: valuesOf(read.value), mode: 'onTouched' });
  const isReadOnly = !mayCall(session, 'migrationSourcePut');
  const { save, conflict } = useConditionalSave<MigrationSource, { mapping: string }>({
    form,
    read,
    valuesOf,
    send: (api, _, ifMatch) =>
      migrationSources(api).put(
        withMapping(read.value, mappingRules(form.getValues('mapping'))),
        ifMatch === undefined ? {} : { ifMatch },
      ),
    reread: (api) => migrationSources(api).get(),
    refreshes: ['migrationSourceGet'],
  });
  useDraft(form, 'migration mapping');
  return (
    <>
      <Form
        form={form}
        save={async (patch) => {
          const findings = await save(patch);
          if (findings.length === 0) onSaved();
          return findings;
        }}
      >
        <FormField
          form={form}
          name="mapping"
          label={say('mapping')}
          rules={{
            validate(text) {
              const fault = mappingFault(text);
              return fault === undefined || say('mapping.fault', { line: fault });
            },
          }}
        >
          {(field) => (
            <TextArea
              {...field}
              rows={10}
              isCode
              isOptional
              isReadOnly={isReadOnly}
              hint={say('mapping.hint', {
                example: '/profile/first -> /name/givenName! | trim ?? "Unknown"',
              })}
            />
          )}
        </FormField>
      </Form>
      {conflict && <ConflictDialog {...conflict} labelOf={() => say('mapping')} />}
    </>
  );
}

/** The second step: which property of the source becomes which of a user, with records of the source beside it. */
export function MigrationMappingTab() {
  const say = useSay('migration');
  const session = useSession();
  const query = useQuery(sourceQuery);
  const isFresh = useIsFresh(query);
  const { data: dryRun } = useQuery(dryRunQuery);
  const run = useDryRun();
  const mayRun = mayCall(session, 'migrationSourceStartImport');
  if (isNoneYet(query.error)) return <NoSource />;
  return (
    <Loaded query={query} lines={8}>
      {(source, read) => (
        <div className={styles['stack']}>
          {isFresh && (
            <MappingForm
              key={source.kind}
              read={read}
              // The sample follows what has been saved, once there is one.
              onSaved={() => dryRun && run.mutate(undefined)}
            />
          )}
          {mayRun && (
            <div>
              <Button isPending={run.isPending} onPress={() => run.mutate(undefined)}>
                {say('mapping.sample')}
              </Button>
            </div>
          )}
          {run.error && <ProblemNote error={run.error} />}
          {dryRun && <DryRunSample sample={dryRun.sample} />}
        </div>
      )}
    </Loaded>
  );
}
