import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { fga } from '@platform/sdk';
import type { CreateListObjectsExportRequest } from '@platform/sdk';
import { findingsOf } from '../../client/field-words.ts';
import { useWrite } from '../../client/write.ts';
import { SuggestField } from '../../kit/controls/suggest-field.tsx';
import { FormField } from '../../kit/form/form-field.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import type { ModelJson } from './model-json.ts';
import { relationSuggestions, subjectSuggestions } from './model-suggestions.ts';
import { modelQuery } from './relation-queries.ts';

const empty = { subject: '', relation: '', type: '' };

/** Starts an export, which runs in the background. */
export function CreateExportDialog({ onClose }: { onClose: () => void }) {
  const say = useSay('relations');
  const sayProblem = useSay('problems');
  const model = useQuery(modelQuery('active'));
  const json = (model.data?.value.model ?? { type_definitions: [] }) as unknown as ModelJson;
  const form = useForm({ defaultValues: empty });
  const values = form.watch();
  const required = { required: say('field.missing') };
  const create = useWrite(
    (api, body: CreateListObjectsExportRequest, key) => fga(api).exports.create(body, key),
    { refreshes: ['fgaExportList'] },
  );

  async function save(_: unknown, body: typeof empty) {
    try {
      await create.mutateAsync(body);
      onClose();
    } catch (error) {
      return findingsOf(error, sayProblem);
    }
  }

  return (
    <FormDialog
      title={say('export.create')}
      form={form}
      save={save}
      submit={say('export.create')}
      code={[{ operation: 'fgaExportCreate', body: values }]}
      onClose={onClose}
    >
      <FormField form={form} name="type" label={say('field.type')} rules={required}>
        {(field) => (
          <SuggestField
            {...field}
            placeholder="document"
            suggestions={json.type_definitions.map(({ type }) => ({ id: type, label: type }))}
          />
        )}
      </FormField>
      <FormField form={form} name="relation" label={say('field.relation')} rules={required}>
        {(field) => (
          <SuggestField
            {...field}
            placeholder="viewer"
            suggestions={relationSuggestions(json, values.type)}
          />
        )}
      </FormField>
      <FormField form={form} name="subject" label={say('field.subject')} rules={required}>
        {(field) => (
          <SuggestField
            {...field}
            placeholder="user:ada"
            suggestions={subjectSuggestions(json, { ...values, object: values.type })}
          />
        )}
      </FormField>
    </FormDialog>
  );
}
