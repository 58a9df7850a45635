import { conditionalAccessPolicyCreate } from '../../generated/forms/access-policies.ts';
import { NumberField } from '../../kit/controls/number-field.tsx';
import { RadioGroup } from '../../kit/controls/radio-group.tsx';
import { TextField } from '../../kit/controls/text-field.tsx';
import { FormField } from '../../kit/form/form-field.tsx';
import { FieldGroup } from '../../kit/form/form.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { useFieldRules } from '../../parts/field-rules.ts';
import { modes } from './policy-values.ts';
import type { PolicyFieldsProps } from './policy-fields.tsx';

/** Name, mode and place of a policy. */
export function GeneralFields({ form, isReadOnly }: PolicyFieldsProps) {
  const say = useSay('policies');
  const rulesOf = useFieldRules(conditionalAccessPolicyCreate);
  return (
    <FieldGroup>
      <FormField form={form} name="name" label={say('name')} rules={rulesOf('name')}>
        {(field) => <TextField {...field} isReadOnly={isReadOnly} autoComplete="off" />}
      </FormField>
      <FormField form={form} name="description" label={say('description')}>
        {(field) => <TextField {...field} isReadOnly={isReadOnly} isOptional />}
      </FormField>
      <FormField form={form} name="mode" label={say('mode')}>
        {({ onChange, ...field }) => (
          <RadioGroup
            {...field}
            isReadOnly={isReadOnly}
            onChange={(id) => onChange(modes.find((one) => one === id) ?? 'report_only')}
            choices={modes.map((id) => ({
              id,
              label: say(`mode.${id}`),
              hint: say(`mode.${id}Hint`),
            }))}
          />
        )}
      </FormField>
      <FormField form={form} name="priority" label={say('priority')} rules={rulesOf('priority')}>
        {(field) => (
          <NumberField
            {...field}
            hint={say('priority.hint')}
            minValue={1}
            maxValue={1_000}
            isReadOnly={isReadOnly}
          />
        )}
      </FormField>
    </FieldGroup>
  );
}
