import type { UseFormReturn } from 'react-hook-form';
import { applicationUpdate } from '../../generated/forms/applications.ts';
import { Checkbox } from '../../kit/controls/checkbox.tsx';
import { NumberField } from '../../kit/controls/number-field.tsx';
import { TextArea, TextField } from '../../kit/controls/text-field.tsx';
import { FormField } from '../../kit/form/form-field.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { useFieldRules } from '../../parts/field-rules.ts';
import type {
  CheckSetting,
  ListSetting,
  SecondsSetting,
  SettingsValues,
  TextSetting,
} from './settings-values.ts';

export interface SettingProps<Name> {
  form: UseFormReturn<SettingsValues>;
  name: Name;
  isReadOnly: boolean;
}

export function TextSettingField({ form, name, isReadOnly }: SettingProps<TextSetting>) {
  const say = useSay('applications');
  const rulesOf = useFieldRules(applicationUpdate);
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

export function ListSettingField({
  form,
  name,
  isReadOnly,
  rules,
}: SettingProps<ListSetting> & { rules?: { validate: (text: string) => string | true } }) {
  const say = useSay('applications');
  return (
    <FormField form={form} name={name} label={say(`field.${name}`)} rules={rules}>
      {(field) => (
        <TextArea {...field} hint={say(`hint.${name}`)} isCode isOptional isReadOnly={isReadOnly} />
      )}
    </FormField>
  );
}

export function CheckSettingField({ form, name, isReadOnly }: SettingProps<CheckSetting>) {
  const say = useSay('applications');
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

export function SecondsSettingField({ form, name, isReadOnly }: SettingProps<SecondsSetting>) {
  const say = useSay('applications');
  const rulesOf = useFieldRules(applicationUpdate);
  return (
    <FormField form={form} name={name} label={say(`field.${name}`)} rules={rulesOf(name)}>
      {(field) => <NumberField {...field} unit={say('seconds')} isReadOnly={isReadOnly} />}
    </FormField>
  );
}
