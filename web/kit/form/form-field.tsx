import { use, useLayoutEffect } from 'react';
import type { ReactElement, Ref } from 'react';
import { useController } from 'react-hook-form';
import type {
  FieldPath,
  FieldPathValue,
  FieldValues,
  RegisterOptions,
  UseFormReturn,
} from 'react-hook-form';
import { FormLabels } from './form-labels.ts';

/** The properties that bind a control of the kit to a field of a form. */
export interface BoundField<Value> {
  name: string;
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  onBlur: () => void;
  ref: Ref<never>;
  problem: string | undefined;
}

export interface FormFieldProps<Values extends FieldValues, Name extends FieldPath<Values>> {
  form: UseFormReturn<Values>;
  name: Name;
  label: string;
  rules?: RegisterOptions<Values, Name>;
  /** The control: `(field) => <TextField {...field} />`. */
  children: (field: BoundField<FieldPathValue<Values, Name>>) => ReactElement;
}

/** Findings of the server begin in lower case, since they follow the name of a field. */
const sentence = (text: string | undefined): string | undefined =>
  text && text[0]?.toLocaleUpperCase() + text.slice(1);

/** A field of a form. */
export function FormField<Values extends FieldValues, Name extends FieldPath<Values>>({
  form,
  name,
  label,
  rules,
  children,
}: FormFieldProps<Values, Name>) {
  const labels = use(FormLabels);
  useLayoutEffect(() => {
    labels.set(name, label);
    return () => {
      labels.delete(name);
    };
  }, [labels, name, label]);
  const { field, fieldState } = useController({ control: form.control, name, rules });
  return children({
    name,
    label,
    value: field.value,
    onChange: field.onChange,
    onBlur: field.onBlur,
    ref: field.ref as Ref<never>,
    problem: sentence(fieldState.error?.message),
  });
}
