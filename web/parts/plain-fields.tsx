import type { ReactNode } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { fieldFault } from '../client/form-check.ts';
import type { FieldDescriptor, FormDescriptor } from '../client/form-descriptor.ts';
import { linesOf, textOfLines } from '../client/lines.ts';
import { fieldNamed, isJson, isJsonField, isLinesField } from '../client/plain-values.ts';
import type { PlainValues } from '../client/plain-values.ts';
import { fieldWords } from '../client/problem-words.ts';
import { CheckboxGroup } from '../kit/controls/checkbox-group.tsx';
import { Checkbox } from '../kit/controls/checkbox.tsx';
import { NumberField } from '../kit/controls/number-field.tsx';
import { PasswordField } from '../kit/controls/password-field.tsx';
import { Select } from '../kit/controls/select.tsx';
import { TextArea, TextField } from '../kit/controls/text-field.tsx';
import { FormField } from '../kit/form/form-field.tsx';
import type { BoundField } from '../kit/form/form-field.tsx';
import { FieldGroup } from '../kit/form/form.tsx';
import { useSay } from '../kit/words/words-context.ts';

/** The words of a field of a plain form. Its control and its checks follow from the descriptor. */
export interface PlainField {
  name: string;
  label: string;
  hint?: ReactNode;
  /** Labels of the values of a field that has only some, or of those that a list may have. */
  choices?: readonly { id: string; label: string }[];
  /** A text of several lines. */
  rows?: number;
  isCode?: boolean;
  unit?: string;
  /** Whether it is required here, if that depends on the values of others. */
  isRequired?: boolean;
  isSecret?: boolean;
}

export interface PlainFieldsProps {
  form: UseFormReturn<PlainValues>;
  of: FormDescriptor;
  fields: readonly PlainField[];
  isReadOnly?: boolean;
}

/** Stands for no value in a choice. */
const none = '-';

/** The checks of a field, for values as its control has them. */
function usePlainRules(): (field: FieldDescriptor) => {
  validate: (value: unknown) => string | true;
} {
  const say = useSay('problems');
  const valueOf = (field: FieldDescriptor, value: unknown): unknown => {
    if (typeof value !== 'string') return Number.isNaN(value) ? undefined : value;
    return isLinesField(field) ? linesOf(value) : value.trim();
  };
  return (field) => ({
    validate(value) {
      const fault = fieldFault(field, valueOf(field, value));
      const words = fault && fieldWords(fault);
      if (words) return say(words.key, words.values);
      const isText = isJsonField(field) && typeof value === 'string' && value.trim() !== '';
      return isText && !isJson(value) ? say('field_invalid_format') : true;
    },
  });
}

interface ControlProps {
  field: FieldDescriptor;
  shown: PlainField;
  bound: BoundField<unknown>;
  isReadOnly: boolean | undefined;
}

function Choices({ field, shown, bound: { value, onChange, ...bound }, isReadOnly }: ControlProps) {
  const say = useSay('app');
  const isOptional = !field.required && field.nullable === true;
  const choices = shown.choices ?? field.values!.map((id) => ({ id, label: id }));
  return (
    <Select
      {...bound}
      hint={shown.hint}
      isOptional={isOptional}
      isDisabled={isReadOnly}
      value={typeof value === 'string' && value !== '' ? value : isOptional ? none : null}
      onChange={(id) => onChange(id === none ? '' : id)}
      choices={isOptional ? [{ id: none, label: say('notSet') }, ...choices] : choices}
    />
  );
}

function PlainControl(props: ControlProps) {
  const { field, shown, bound, isReadOnly } = props;
  const { hint, rows, isCode, unit } = shown;
  const { value, ...others } = bound;
  const isOptional = !field.required;
  const text = { ...others, value: typeof value === 'string' ? value : '' };
  if (field.values && !field.list) return <Choices {...props} />;
  if (shown.choices && isLinesField(field))
    return (
      <CheckboxGroup
        {...others}
        hint={hint}
        isOptional={isOptional}
        isReadOnly={isReadOnly}
        value={linesOf(text.value)}
        onChange={(chosen) => bound.onChange(textOfLines(chosen))}
        choices={shown.choices}
      />
    );
  if (field.kind === 'boolean')
    return <Checkbox {...others} hint={hint} isSelected={value === true} isDisabled={isReadOnly} />;
  if (!field.list && (field.kind === 'integer' || field.kind === 'number'))
    return (
      <NumberField
        {...others}
        {...{ hint, unit, isOptional, isReadOnly }}
        value={typeof value === 'number' ? value : Number.NaN}
        minValue={field.minimum}
        maxValue={field.maximum}
      />
    );
  if (field.secret) return <PasswordField {...text} {...{ hint, isOptional }} autoComplete="off" />;
  const isCodeField = isCode ?? isJsonField(field);
  const shared = {
    ...text,
    hint,
    isOptional,
    isReadOnly,
    isCode: isCodeField,
    autoComplete: 'off',
  };
  if (rows || isJsonField(field) || isLinesField(field))
    return <TextArea {...shared} rows={rows ?? 3} />;
  return <TextField {...shared} />;
}

/** Fields of a plain form, made from the descriptor of a body. */
export function PlainFields({ form, of, fields, isReadOnly }: PlainFieldsProps) {
  const rulesOf = usePlainRules();
  return (
    <FieldGroup>
      {fields.map((shown) => {
        const { isRequired, isSecret } = shown;
        const field = {
          ...fieldNamed(of, shown.name),
          ...(isRequired !== undefined && { required: isRequired }),
          ...(isSecret && { secret: true }),
        };
        return (
          <FormField
            key={shown.name}
            form={form}
            name={shown.name}
            label={shown.label}
            rules={rulesOf(field)}
          >
            {(bound) => <PlainControl {...{ field, shown, bound, isReadOnly }} />}
          </FormField>
        );
      })}
    </FieldGroup>
  );
}
