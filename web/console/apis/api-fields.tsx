import type { UseFormReturn } from 'react-hook-form';
import { apiResourceUpdate } from '../../generated/forms/api-resources.ts';
import { Checkbox } from '../../kit/controls/checkbox.tsx';
import { Select } from '../../kit/controls/select.tsx';
import { TextArea, TextField } from '../../kit/controls/text-field.tsx';
import { FormField } from '../../kit/form/form-field.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { useFieldRules } from '../../parts/field-rules.ts';
import { choices } from './api-values.ts';
import type { ApiCheck, ApiChoice, ApiList, ApiText, ApiValues } from './api-values.ts';

export interface ApiFieldProps<Name> {
  form: UseFormReturn<ApiValues>;
  name: Name;
  isReadOnly: boolean;
}

export function ApiTextField({ form, name, isReadOnly }: ApiFieldProps<ApiText>) {
  const say = useSay('apis');
  const rulesOf = useFieldRules(apiResourceUpdate);
  return (
    <FormField form={form} name={name} label={say(`field.${name}`)} rules={rulesOf(name)}>
      {(field) => (
        <TextField
          {...field}
          isOptional={name !== 'name'}
          isCode={name.endsWith('Uri')}
          isReadOnly={isReadOnly}
        />
      )}
    </FormField>
  );
}

export function ApiListField({ form, name, isReadOnly }: ApiFieldProps<ApiList>) {
  const say = useSay('apis');
  return (
    <FormField form={form} name={name} label={say(`field.${name}`)}>
      {(field) => (
        <TextArea
          {...field}
          hint={say(`hint.${name}`)}
          rows={2}
          isCode
          isOptional
          isReadOnly={isReadOnly}
        />
      )}
    </FormField>
  );
}

export function ApiCheckField({ form, name, isReadOnly }: ApiFieldProps<ApiCheck>) {
  const say = useSay('apis');
  return (
    <FormField form={form} name={name} label={say(`field.${name}`)}>
      {({ value, ...field }) => (
        <Checkbox
          {...field}
          isSelected={value}
          hint={say(`hint.${name}`)}
          isReadOnly={isReadOnly}
        />
      )}
    </FormField>
  );
}

export function ApiChoiceField({ form, name, isReadOnly }: ApiFieldProps<ApiChoice>) {
  const say = useSay('apis');
  const ids: readonly string[] = choices[name];
  return (
    <FormField form={form} name={name} label={say(`field.${name}`)}>
      {({ value, onChange, ...field }) => (
        <Select
          {...field}
          value={value as string}
          onChange={onChange as (id: string) => void}
          isDisabled={isReadOnly}
          choices={ids.map((id) => ({ id, label: say(`${name}.${id}` as 'tokenFormat.jwt') }))}
        />
      )}
    </FormField>
  );
}
