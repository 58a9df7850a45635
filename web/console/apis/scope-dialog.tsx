import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { UseFormReturn } from 'react-hook-form';
import { apiResources } from '@platform/sdk';
import type { ApiScope } from '@platform/sdk';
import { findingsOf } from '../../client/field-words.ts';
import { readShell } from '../../client/shell.ts';
import { useWrite } from '../../client/write.ts';
import { Checkbox } from '../../kit/controls/checkbox.tsx';
import { Select } from '../../kit/controls/select.tsx';
import { TextArea, TextField } from '../../kit/controls/text-field.tsx';
import { FormField } from '../../kit/form/form-field.tsx';
import { showToast } from '../../kit/overlays/toast.tsx';
import { useFormats, useSay } from '../../kit/words/words-context.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { acrs, scopeBody, scopeValues, usualLocales, writtenLocales } from './scope-values.ts';
import type { ScopeValues } from './scope-values.ts';

export interface ScopeDialogProps {
  apiId: string;
  /** Absent: a new one. */
  scope?: ApiScope;
  onClose: () => void;
}

const languageOf = (locale: string): string =>
  new Intl.DisplayNames(readShell().locale, { type: 'language' }).of(locale) ?? locale;

/** What a user and a sign-in need for the scope. */
function ScopeRequirements({ form }: { form: UseFormReturn<ScopeValues> }) {
  const say = useSay('apis');
  return (
    <>
      <FormField form={form} name="permission" label={say('scope.permission')}>
        {(field) => <TextField {...field} hint={say('scope.permissionHint')} isCode isOptional />}
      </FormField>
      <FormField form={form} name="acr" label={say('scope.acr')}>
        {(field) => (
          <Select
            {...field}
            choices={acrs.map((id) => ({
              id: id as string,
              label: id === 'none' ? say('scope.acr.none') : id,
            }))}
          />
        )}
      </FormField>
      <FormField form={form} name="maxAge" label={say('scope.maxAge')}>
        {(field) => (
          <TextField {...field} hint={say('scope.maxAgeHint')} inputMode="numeric" isOptional />
        )}
      </FormField>
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
  const formats = useFormats();
  const form = useForm<ScopeValues>({ defaultValues: scopeValues(scope), mode: 'onTouched' });
  const locales = [...new Set([...usualLocales, ...Object.keys(scope?.displayName ?? {})])];
  const [locale, setLocale] = useState(
    locales.find((one) => one === readShell().locale.split('-', 1)[0]) ?? 'en',
  );
  const put = useWrite(
    (api, { name, ...values }: ScopeValues) =>
      apiResources(api).scopes.put(apiId, name.trim(), scopeBody({ name, ...values })),
    { refreshes: ['apiScopeList'] },
  );
  const values = form.watch();
  const done = writtenLocales(values.displayName);
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
      <Select
        label={say('scope.language')}
        hint={
          done.length > 0
            ? say('scope.written', { languages: formats.formatList(done.map(languageOf)) })
            : say('scope.languageHint')
        }
        value={locale}
        onChange={setLocale}
        choices={locales.map((id) => ({ id: id as string, label: languageOf(id) }))}
      />
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
