import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import type { WriteTuplesRequest } from '@platform/sdk';
import { findingsOf } from '../../client/field-words.ts';
import { Select } from '../../kit/controls/select.tsx';
import { SuggestField } from '../../kit/controls/suggest-field.tsx';
import { TextArea, TextField } from '../../kit/controls/text-field.tsx';
import { FormField } from '../../kit/form/form-field.tsx';
import { showToast } from '../../kit/overlays/toast.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import type { ModelJson } from './model-json.ts';
import {
  conditionsFor,
  objectSuggestions,
  relationSuggestions,
  subjectSuggestions,
} from './model-suggestions.ts';
import { modelQuery } from './relation-queries.ts';
import { useTupleWrite } from './tuple-write.ts';

const empty = { object: '', relation: '', subject: '', condition: '', context: '', expiresAt: '' };
type Values = typeof empty;

/** Undefined: no JSON object. */
function contextIn(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

function requestOf({ condition, context, expiresAt, ...key }: Values): WriteTuplesRequest {
  const values = contextIn(context);
  const until = expiresAt === '' ? undefined : new Date(expiresAt);
  return {
    writes: [
      {
        ...key,
        ...(condition && { condition: { name: condition, ...(values && { context: values }) } }),
        ...(until && !Number.isNaN(until.getTime()) && { expiresAt: until.toISOString() }),
      },
    ],
  };
}

/** Writes one tuple, completed from the model. */
export function WriteTupleDialog({ onClose }: { onClose: () => void }) {
  const say = useSay('relations');
  const sayProblem = useSay('problems');
  const model = useQuery(modelQuery('active'));
  const json = (model.data?.value.model ?? { type_definitions: [] }) as unknown as ModelJson;
  const form = useForm<Values>({ defaultValues: empty });
  const write = useTupleWrite(() => showToast({ text: say('tuples.written') }));
  const values = form.watch();
  const conditions = conditionsFor(json, values);
  const required = { required: say('field.missing') };

  async function save(_: unknown, all: Values) {
    try {
      await write.mutateAsync(requestOf(all));
      onClose();
    } catch (error) {
      return findingsOf(error, sayProblem).map(({ pointer, detail }) => ({
        pointer: pointer.replace(/^\/writes\/0/, ''),
        detail,
      }));
    }
  }

  return (
    <FormDialog
      title={say('tuples.write')}
      form={form}
      save={save}
      submit={say('tuples.write')}
      code={[{ operation: 'fgaTuplesWrite', body: { ...requestOf(values) } }]}
      onClose={onClose}
    >
      <FormField form={form} name="object" label={say('field.object')} rules={required}>
        {(field) => (
          <SuggestField
            {...field}
            placeholder="document:plan"
            suggestions={objectSuggestions(json)}
          />
        )}
      </FormField>
      <FormField form={form} name="relation" label={say('field.relation')} rules={required}>
        {(field) => (
          <SuggestField
            {...field}
            placeholder="viewer"
            suggestions={relationSuggestions(json, values.object, true)}
          />
        )}
      </FormField>
      <FormField form={form} name="subject" label={say('field.subject')} rules={required}>
        {(field) => (
          <SuggestField
            {...field}
            hint={say('field.subject.hint')}
            placeholder="user:ada"
            suggestions={subjectSuggestions(json, values)}
          />
        )}
      </FormField>
      {conditions.some((name) => name !== undefined) && (
        <>
          <FormField form={form} name="condition" label={say('column.condition')}>
            {(field) => (
              <Select
                {...field}
                isOptional={conditions.includes(undefined)}
                choices={[
                  ...(conditions.includes(undefined)
                    ? [{ id: '', label: say('noCondition') }]
                    : []),
                  ...conditions.flatMap((name) => (name ? [{ id: name, label: name }] : [])),
                ]}
              />
            )}
          </FormField>
          <FormField form={form} name="context" label={say('check.context')}>
            {(field) => (
              <TextArea {...field} isOptional isCode rows={3} hint={say('tuple.context.hint')} />
            )}
          </FormField>
        </>
      )}
      <FormField form={form} name="expiresAt" label={say('column.expires')}>
        {(field) => <TextField {...field} isOptional type={'datetime-local' as 'text'} />}
      </FormField>
    </FormDialog>
  );
}
