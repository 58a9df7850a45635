import type { Ref } from 'react';
import { Button, Popover, Select as AriaSelect, SelectValue } from 'react-aria-components';
import { ChevronDown } from 'lucide-react';
import { useSay } from '../words/words-context.ts';
import { ChoiceList } from './choice-list.tsx';
import type { Choice } from './choice-list.tsx';
import { FieldLabel, FieldNotes, fieldClass, invalidIf } from './field.tsx';
import type { FieldProps } from './field.tsx';
import { Icon } from './icon.tsx';
import listStyles from './list.module.css';
import styles from './select.module.css';

export interface SelectProps<Id extends string = string> extends FieldProps {
  choices: readonly (Choice & { id: Id })[];
  value?: Id | null;
  defaultValue?: Id;
  onChange?: (value: Id) => void;
  onBlur?: () => void;
  name?: string;
  placeholder?: string;
  isDisabled?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

/** One of a few values that are known. For those that a server knows there is `ComboBox`. */
export function Select<Id extends string = string>({
  label,
  hint,
  problem,
  isOptional,
  choices,
  placeholder,
  onChange,
  ref,
  ...props
}: SelectProps<Id>) {
  const say = useSay('kit');
  const labels = new Map<string, string>(choices.map((choice) => [choice.id, choice.label]));
  return (
    <AriaSelect
      {...props}
      {...invalidIf(problem)}
      isRequired={!isOptional}
      placeholder={placeholder ?? say('choose')}
      onChange={(value) => value !== null && onChange?.(value as Id)}
      className={fieldClass}
    >
      <FieldLabel label={label} isOptional={isOptional} />
      <Button ref={ref} className={styles['button']}>
        <SelectValue className={styles['value']}>
          {({ state, defaultChildren, isPlaceholder }) =>
            isPlaceholder ? defaultChildren : labels.get(String(state.value))
          }
        </SelectValue>
        <Icon of={ChevronDown} />
      </Button>
      <FieldNotes hint={hint} problem={problem} />
      <Popover className={listStyles['popover']} offset={4}>
        <ChoiceList choices={choices} />
      </Popover>
    </AriaSelect>
  );
}
