import { useWatch } from 'react-hook-form';
import { Select } from '../../kit/controls/select.tsx';
import { TextArea } from '../../kit/controls/text-field.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { FormField } from '../../kit/form/form-field.tsx';
import { useLanguageName } from '../../parts/language-name.ts';
import { PreviewedField, TextBrandingField } from './branding-fields.tsx';
import type { BrandingFieldProps } from './branding-fields.tsx';
import { brandingRoute } from './branding-routes.ts';
import { localesOf } from './branding-values.ts';

/** Texts of the pages that tenants change most, offered to be added. Any other key can be typed. */
const commonTexts = [
  'login.password.title',
  'login.totp.title',
  'login.totp.lead',
  'login.email_code.title',
  'login.methods.title',
  'login.forgot.title',
  'login.new_password.title_reset',
  'login.new_password.lead_reset',
  'login.expired.title',
  'login.expired.lead',
  'login.denied.title',
  'login.denied.lead',
  'error.password_wrong',
] as const;

/** The languages of the pages, and the tenant's own texts in the one that the preview shows. */
export function TextsFields({ form, isReadOnly }: BrandingFieldProps) {
  const say = useSay('branding');
  const nameOf = useLanguageName();
  const search = brandingRoute.useSearch();
  const navigate = brandingRoute.useNavigate();
  const [supported, fallback] = useWatch({
    control: form.control,
    name: ['supportedLocales', 'defaultLocale'],
  });
  const locales = localesOf(supported);
  const locale = search.locale && locales.includes(search.locale) ? search.locale : fallback;
  const name = `texts.${locale}` as const;
  const labels = locales.map((id) => ({ id, label: nameOf(id) }));
  return (
    <>
      <TextBrandingField
        form={form}
        name="supportedLocales"
        label={say('field.supportedLocales')}
        hint={say('hint.supportedLocales')}
        isReadOnly={isReadOnly}
      />
      <FormField form={form} name="defaultLocale" label={say('field.defaultLocale')}>
        {(field) => <Select {...field} choices={labels} isDisabled={isReadOnly} />}
      </FormField>
      {locales.length > 1 && (
        <Select
          label={say('preview.locale')}
          value={locale}
          choices={labels}
          onChange={(id) =>
            void navigate({
              search: { ...search, locale: id },
              replace: true,
              resetScroll: false,
            })
          }
        />
      )}
      <PreviewedField
        key={name}
        form={form}
        name={name}
        label={say('field.texts', { language: nameOf(locale) })}
      >
        {({ value, ...field }) => (
          <TextArea
            {...field}
            value={value ?? ''}
            rows={4}
            hint={say('hint.texts')}
            isCode
            isOptional
            isReadOnly={isReadOnly}
          />
        )}
      </PreviewedField>
      {!isReadOnly && (
        <Select<string>
          label={say('insertText')}
          value={null}
          choices={commonTexts.map((id) => ({ id, label: id }))}
          onChange={(key) => {
            const before = form.getValues(name) ?? '';
            const next = `${before.trimEnd()}${before.trim() === '' ? '' : '\n'}${key} = `;
            form.setValue(name, next, { shouldDirty: true });
            form.setFocus(name);
          }}
        />
      )}
    </>
  );
}
