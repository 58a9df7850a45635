import type { FieldPath, UseFormReturn } from 'react-hook-form';
import { Select } from '../../kit/controls/select.tsx';
import { TextField } from '../../kit/controls/text-field.tsx';
import { FormField } from '../../kit/form/form-field.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { acrs } from './sign-in-requirement.ts';
import type { RequirementValues } from './sign-in-requirement.ts';

/** The assurance and the age of a sign-in. */
export function RequirementFields<Values extends RequirementValues>({
  form,
}: {
  form: UseFormReturn<Values>;
}) {
  const say = useSay('apis');
  return (
    <>
      <FormField form={form} name={'acr' as FieldPath<Values>} label={say('scope.acr')}>
        {({ value, onChange, ...field }) => (
          <Select
            {...field}
            value={value as string}
            onChange={onChange as (id: string) => void}
            choices={acrs.map((id) => ({
              id: id as string,
              label: id === 'none' ? say('scope.acr.none') : id,
            }))}
          />
        )}
      </FormField>
      <FormField form={form} name={'maxAge' as FieldPath<Values>} label={say('scope.maxAge')}>
        {({ value, onChange, ...field }) => (
          <TextField
            {...field}
            value={value as string}
            onChange={onChange as (text: string) => void}
            hint={say('scope.maxAgeHint')}
            inputMode="numeric"
            isOptional
          />
        )}
      </FormField>
    </>
  );
}
