import { useForm } from 'react-hook-form';
import type { UseFormReturn } from 'react-hook-form';
import { apiResources } from '@platform/sdk';
import type { ApiScope } from '@platform/sdk';
import { findingsOf } from '../../client/field-words.ts';
import { useWrite } from '../../client/write.ts';
import { Checkbox } from '../../kit/controls/checkbox.tsx';
import { TextArea, TextField } from '../../kit/controls/text-field.tsx';
import { FormField } from '../../kit/form/form-field.tsx';
import { showToast } from '../../kit/overlays/toast.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { RequirementFields } from './requirement-fields.tsx';
import { scopeBody, scopeValues, writtenLocales } from './scope-values.ts';
import type { ScopeValues } from './scope-values.ts';
import { TextLanguage, useTextLocale } from './text-language.tsx';

export interface ScopeDialogProps {
  apiId: string;
  /** Absent: a new one. */
  scope?: ApiScope;
  onClose: () => void;
}

/** What a user and a sign-in need for the scope. */
function ScopeRequirements({ form }: { form: UseFormReturn<ScopeValues> }) {
  const say = useSay('apis');
  return (
    <>
      <FormField form={form} name="permission" label={say('scope.permission')}>
        {(field) => <TextField {...field} hint={say('scope.permissionHint')} isCode isOptional />}
      </FormField>
      <RequirementFields form={form} />
      <FormField form={form} name="sensitive" label={say('scope.sensitive')}>
        {({ value, ...field }) => (
          <Checkbox {...field} isSelected={value} hint={say('scope.sensitiveHint')} />
        )}
      </FormField>
    </>
  );
}

/** Creates a scope, or replaces it: its name is fixed. */
export function ScopeDialog({ apiId, scope, onClose }: ScopeDialogProps) {
  const say = useSay('apis');
  const sayProblem = useSay('problems');
  const form = useForm<ScopeValues>({ defaultValues: scopeValues(scope), mode: 'onTouched' });
  const language = useTextLocale(scope?.displayName);
  const { locale } = language;
  const put = useWrite(
    (api, { name, ...values }: ScopeValues) =>
      apiResources(api).scopes.put(apiId, name.trim(), scopeBody({ name, ...values })),
    { refreshes: ['apiScopeList'] },
  );
  const values = form.watch();
  const required = {
    validate: (text: string) => text.trim() !== '' || sayProblem('field_required'),
  };

  async function save(_: unknown, given: ScopeValues) {
    try {
      const { name } = await put.mutateAsync(given);
      showToast({ text: say('scope.saved.toast', { name }) });
      onClose();
    } catch (error) {
      return findingsOf(error, sayProblem).map(({ pointer, detail }) => ({
        // Texts are placed at the language that is shown.
        pointer: pointer === '/displayName' ? `/displayName/${locale}` : pointer,
        detail,
      }));
    }
  }

  return (
    <FormDialog
      title={scope ? say('scope.edit', { name: scope.name }) : say('scope.add')}
      form={form}
      save={save}
      submit={say(scope ? 'save' : 'scope.add')}
      code={[
        {
          operation: 'apiScopePut',
          parameters: [apiId, values.name.trim() || '…'],
          body: scopeBody(values),
        },
      ]}
      onClose={onClose}
    >
      {!scope && (
        <FormField form={form} name="name" label={say('scope.name')} rules={required}>
          {(field) => (
            <TextField
              {...field}
              hint={say('scope.nameHint')}
              autoComplete="off"
              autoFocus
              isCode
            />
          )}
        </FormField>
      )}
      <TextLanguage of={language} texts={values.displayName} />
      <FormField
        key={`displayName ${locale}`}
        form={form}
        name={`displayName.${locale}`}
        label={say('scope.displayName')}
        rules={{
          validate: () =>
            writtenLocales(form.getValues('displayName')).length > 0 ||
            sayProblem('field_required'),
        }}
      >
        {({ value, ...field }) => (
          <TextField {...field} value={value ?? ''} hint={say('scope.displayNameHint')} />
        )}
      </FormField>
      <FormField
        key={`description ${locale}`}
        form={form}
        name={`description.${locale}`}
        label={say('scope.description')}
      >
        {({ value, ...field }) => <TextArea {...field} value={value ?? ''} rows={2} isOptional />}
      </FormField>
      <ScopeRequirements form={form} />
    </FormDialog>
  );
}
