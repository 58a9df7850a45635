import type { UseFormReturn } from 'react-hook-form';
import { CheckboxGroup } from '../../kit/controls/checkbox-group.tsx';
import { Select } from '../../kit/controls/select.tsx';
import { TextArea, TextField } from '../../kit/controls/text-field.tsx';
import { FormField } from '../../kit/form/form-field.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import type { PolicyValues } from './policy-values.ts';

export interface PolicyFieldsProps {
  form: UseFormReturn<PolicyValues>;
  isReadOnly: boolean;
}

/** Fields whose values are of one type. */
type NameOf<T> = {
  [K in keyof PolicyValues]: PolicyValues[K] extends T
    ? T extends PolicyValues[K]
      ? K
      : never
    : never;
}[keyof PolicyValues];
type TextName = Extract<NameOf<string>, string>;
export type Label = Parameters<ReturnType<typeof useSay<'policies'>>>[0];

interface LinesProps extends PolicyFieldsProps {
  name: TextName;
  hint: Label;
  faultOf?: (text: string) => string | undefined;
  fault?: Label;
}

/** Text with an entry in each line. */
export function LinesField({ form, isReadOnly, name, hint, faultOf, fault }: LinesProps) {
  const say = useSay('policies');
  return (
    <FormField
      form={form}
      name={name}
      label={say(`field.${name}` as Label)}
      rules={{
        validate(text) {
          const line = faultOf?.(text);
          return line === undefined || !fault || say(fault, { line });
        },
      }}
    >
      {(field) => (
        <TextArea {...field} hint={say(hint)} rows={2} isCode isOptional isReadOnly={isReadOnly} />
      )}
    </FormField>
  );
}

/** A number as text; empty if there is no limit. */
export function SecondsField({ form, isReadOnly, name }: PolicyFieldsProps & { name: TextName }) {
  const say = useSay('policies');
  return (
    <FormField
      form={form}
      name={name}
      label={say(`field.${name}` as Label)}
      rules={{ pattern: /^\s*\d*\s*$/ }}
    >
      {(field) => (
        <TextField
          {...field}
          hint={say('hint.seconds')}
          inputMode="numeric"
          isOptional
          isReadOnly={isReadOnly}
        />
      )}
    </FormField>
  );
}

interface ManyProps extends PolicyFieldsProps {
  name:
    'principalTypes' | 'grantTypes' | 'platforms' | 'riskSignIn' | 'riskUser' | 'deviceControls';
  ids: readonly string[];
  labelOf: (id: string) => Label;
}

/** Any of a few values; none: no condition. */
export function ManyField({ form, isReadOnly, name, ids, labelOf }: ManyProps) {
  const say = useSay('policies');
  return (
    <FormField form={form} name={name} label={say(`field.${name}` as Label)}>
      {({ value, onChange, ...field }) => (
        <CheckboxGroup
          {...field}
          value={value}
          onChange={(chosen) => onChange(ids.filter((id) => chosen.includes(id)) as typeof value)}
          isOptional
          isReadOnly={isReadOnly}
          choices={ids.map((id) => ({ id, label: say(labelOf(id)) }))}
        />
      )}
    </FormField>
  );
}

interface OneProps extends PolicyFieldsProps {
  name:
    | 'managed'
    | 'compliant'
    | 'known'
    | 'whenUnknown'
    | 'operator'
    | 'acr'
    | 'refreshToken'
    | 'senderConstrained';
  ids: readonly string[];
  labelOf: (id: string) => string;
}

/** One of a few values. */
export function OneField({ form, isReadOnly, name, ids, labelOf }: OneProps) {
  const say = useSay('policies');
  return (
    <FormField form={form} name={name} label={say(`field.${name}`)}>
      {({ value, onChange, ...field }) => (
        <Select
          {...field}
          value={value as string}
          onChange={onChange as (id: string) => void}
          isDisabled={isReadOnly}
          choices={ids.map((id) => ({ id, label: labelOf(id) }))}
        />
      )}
    </FormField>
  );
}
