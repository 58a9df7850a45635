import { useForm } from 'react-hook-form';
import { apiResources } from '@platform/sdk';
import type { ApiDetailType } from '@platform/sdk';
import { findingsOf } from '../../client/field-words.ts';
import { useWrite } from '../../client/write.ts';
import { NumberField } from '../../kit/controls/number-field.tsx';
import { TextArea, TextField } from '../../kit/controls/text-field.tsx';
import { FormField } from '../../kit/form/form-field.tsx';
import { showToast } from '../../kit/overlays/toast.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { detailTypeBody, detailTypeValues, schemaIn } from './detail-type-values.ts';
import type { DetailTypeValues } from './detail-type-values.ts';
import { RequirementFields } from './requirement-fields.tsx';
import { writtenLocales } from './scope-values.ts';
import { TextLanguage, useTextLocale } from './text-language.tsx';

export interface DetailTypeDialogProps {
  apiId: string;
  /** Absent: a new one. */
  detailType?: ApiDetailType;
  onClose: () => void;
}

/** Creates a type of authorization details, or replaces it: its name is fixed. */
export function DetailTypeDialog({ apiId, detailType, onClose }: DetailTypeDialogProps) {
  const say = useSay('apis');
  const sayProblem = useSay('problems');
  const form = useForm<DetailTypeValues>({
    defaultValues: detailTypeValues(detailType),
    mode: 'onTouched',
  });
  const language = useTextLocale(detailType?.display);
  const { locale } = language;
  const put = useWrite(
    (api, values: DetailTypeValues) =>
      apiResources(api).detailTypes.put(apiId, values.type.trim(), detailTypeBody(values)),
    { refreshes: ['apiDetailTypeList'] },
  );
  const values = form.watch();

  async function save(_: unknown, given: DetailTypeValues) {
    try {
      const { type } = await put.mutateAsync(given);
      showToast({ text: say('scope.saved.toast', { name: type }) });
      onClose();
    } catch (error) {
      return findingsOf(error, sayProblem).map(({ pointer, detail }) => {
        // Texts are placed at the language that is shown, and what is wrong in the schema at the schema.
        if (pointer === '/display') return { pointer: `/display/${locale}`, detail };
        return { pointer: pointer.replace(/^\/schema\/.*/, '/schema'), detail };
      });
    }
  }

  return (
    <FormDialog
      title={detailType ? say('scope.edit', { name: detailType.type }) : say('detailType.add')}
      form={form}
      save={save}
      submit={say(detailType ? 'save' : 'detailType.add')}
      code={[
        {
          operation: 'apiDetailTypePut',
          parameters: [apiId, values.type.trim() || '…'],
          body: detailTypeBody(values),
        },
      ]}
      onClose={onClose}
    >
      {!detailType && (
        <FormField
          form={form}
          name="type"
          label={say('detailType')}
          rules={{ validate: (text) => text.trim() !== '' || sayProblem('field_required') }}
        >
          {(field) => (
            <TextField
              {...field}
              hint={say('detailType.hint')}
              autoComplete="off"
              autoFocus
              isCode
            />
          )}
        </FormField>
      )}
      <TextLanguage of={language} texts={values.display} />
      <FormField
        key={locale}
        form={form}
        name={`display.${locale}`}
        label={say('scope.displayName')}
        rules={{
          validate: () =>
            writtenLocales(form.getValues('display')).length > 0 || sayProblem('field_required'),
        }}
      >
        {({ value, ...field }) => (
          <TextField {...field} value={value ?? ''} hint={say('detailType.displayHint')} />
        )}
      </FormField>
      <FormField
        form={form}
        name="schema"
        label={say('detailType.schema')}
        rules={{
          validate: (text) => schemaIn(text) !== undefined || say('detailType.schema.fault'),
        }}
      >
        {(field) => <TextArea {...field} hint={say('detailType.schemaHint')} rows={8} isCode />}
      </FormField>
      <FormField form={form} name="maxInstances" label={say('detailType.maxInstances')}>
        {(field) => (
          <NumberField
            {...field}
            hint={say('detailType.maxInstancesHint')}
            minValue={1}
            maxValue={20}
          />
        )}
      </FormField>
      <RequirementFields form={form} />
    </FormDialog>
  );
}
