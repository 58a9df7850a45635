import { createContext, use } from 'react';
import type { ReactElement } from 'react';
import type { FieldPath, UseFormReturn } from 'react-hook-form';
import { Checkbox } from '../../kit/controls/checkbox.tsx';
import { Select } from '../../kit/controls/select.tsx';
import { TextArea, TextField } from '../../kit/controls/text-field.tsx';
import type { FormFieldProps } from '../../kit/form/form-field.tsx';
import { FormField } from '../../kit/form/form-field.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import type { BrandingValues, LinkName } from './branding-values.ts';

/** What the platform finds in values that have not been saved, by the names of the fields. */
export const PreviewFindings = createContext<ReadonlyMap<string, string>>(new Map());

export interface BrandingFieldProps {
  form: UseFormReturn<BrandingValues>;
  isReadOnly: boolean;
}

/** A field that also shows what the platform has found while previewing. */
export function PreviewedField<Name extends FieldPath<BrandingValues>>({
  children,
  ...props
}: FormFieldProps<BrandingValues, Name>): ReactElement {
  const findings = use(PreviewFindings);
  return (
    <FormField {...props}>
      {({ problem, ...field }) =>
        children({ ...field, problem: problem ?? findings.get(props.name) })
      }
    </FormField>
  );
}

type TextName = 'displayName' | `links.${LinkName}` | 'supportedLocales';

export function TextBrandingField({
  form,
  name,
  label,
  hint,
  placeholder,
  isReadOnly,
}: BrandingFieldProps & { name: TextName; label: string; hint?: string; placeholder?: string }) {
  return (
    <PreviewedField form={form} name={name} label={label}>
      {(field) => (
        <TextField
          {...field}
          hint={hint}
          placeholder={placeholder}
          isCode={name !== 'displayName'}
          isOptional={name !== 'supportedLocales'}
          isReadOnly={isReadOnly}
        />
      )}
    </PreviewedField>
  );
}

/** The values of each choice, in the order of the list. */
const choices = {
  themeMode: ['auto', 'light', 'dark'],
  contrastPolicy: ['enforce', 'warn'],
  fontFamily: ['system', 'inter', 'roboto', 'open_sans', 'lato', 'noto_sans', 'source_sans_3'],
  cornerStyle: ['square', 'rounded', 'pill'],
  layout: ['centered', 'split_left', 'split_right'],
} as const;
const groupOf = {
  themeMode: 'theme',
  contrastPolicy: 'policy',
  fontFamily: 'font',
  cornerStyle: 'corner',
  layout: 'layout',
} as const;

export function ChoiceBrandingField({
  form,
  name,
  isReadOnly,
}: BrandingFieldProps & { name: keyof typeof choices }) {
  const say = useSay('branding');
  const sayChoice = say as (key: string) => string;
  return (
    <FormField form={form} name={name} label={say(`field.${name}`)}>
      {(field) => (
        <Select
          {...field}
          isDisabled={isReadOnly}
          choices={choices[name].map((id) => ({ id, label: sayChoice(`${groupOf[name]}.${id}`) }))}
        />
      )}
    </FormField>
  );
}

/** CSS rules of the tenant. The platform names the rule that it refuses. */
export function CssField({ form, isReadOnly }: BrandingFieldProps) {
  const say = useSay('branding');
  return (
    <PreviewedField form={form} name="customCss" label={say('field.customCss')}>
      {(field) => (
        <TextArea
          {...field}
          rows={8}
          hint={say('hint.customCss')}
          isCode
          isOptional
          isReadOnly={isReadOnly}
        />
      )}
    </PreviewedField>
  );
}

export function PoweredByField({ form, isReadOnly }: BrandingFieldProps) {
  const say = useSay('branding');
  return (
    <FormField form={form} name="showPoweredBy" label={say('field.showPoweredBy')}>
      {({ value, ...field }) => <Checkbox {...field} isSelected={value} isReadOnly={isReadOnly} />}
    </FormField>
  );
}
