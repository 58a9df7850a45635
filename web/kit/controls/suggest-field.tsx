import type { Ref } from 'react';
import { ComboBox, Group, Input, Popover } from 'react-aria-components';
import { ChoiceList } from './choice-list.tsx';
import type { Choice } from './choice-list.tsx';
import { FieldLabel, FieldNotes, boxClass, fieldClass, inputClass, invalidIf } from './field.tsx';
import type { FieldProps } from './field.tsx';
import { codeInput } from './text-field.tsx';
import listStyles from './list.module.css';

export interface SuggestFieldProps extends FieldProps {
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  name?: string;
  placeholder?: string;
  /** How a value could begin, or whole values. Any other text is allowed too. */
  suggestions: readonly Choice[];
  ref?: Ref<HTMLInputElement>;
}

/** One line of text, with suggestions for what is typed. */
export const SuggestField = ({
  label,
  hint,
  problem,
  isOptional,
  value,
  onChange,
  suggestions,
  placeholder,
  ref,
  ...props
}: SuggestFieldProps) => (
  <ComboBox
    {...props}
    {...invalidIf(problem)}
    items={suggestions.filter(
      (one) => one.label !== value && one.label.toLowerCase().includes(value.toLowerCase()),
    )}
    inputValue={value}
    onInputChange={onChange}
    allowsCustomValue
    isRequired={!isOptional}
    className={fieldClass}
  >
    <FieldLabel label={label} isOptional={isOptional} />
    <Group className={boxClass}>
      <Input {...codeInput} ref={ref} placeholder={placeholder} className={inputClass} />
    </Group>
    <FieldNotes hint={hint} problem={problem} />
    <Popover className={listStyles['popover']} offset={4}>
      <ChoiceList />
    </Popover>
  </ComboBox>
);
