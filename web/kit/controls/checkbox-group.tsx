import { CheckboxGroup as AriaCheckboxGroup } from 'react-aria-components';
import type { CheckboxGroupProps as AriaGroupProps } from 'react-aria-components';
import type { Ref } from 'react';
import { Checkbox } from './checkbox.tsx';
import type { Choice } from './choice-list.tsx';
import { FieldLabel, FieldNotes, invalidIf } from './field.tsx';
import type { FieldProps } from './field.tsx';
import styles from './choice.module.css';

type Passed = Omit<AriaGroupProps, 'className' | 'children' | 'isInvalid' | 'isRequired' | 'value'>;

export interface CheckboxGroupProps extends Passed, FieldProps {
  value: readonly string[];
  choices: readonly Choice[];
  ref?: Ref<HTMLDivElement>;
}

/** Any number of a few values, all of which are visible. */
export const CheckboxGroup = ({
  label,
  hint,
  problem,
  isOptional,
  choices,
  value,
  ref,
  ...props
}: CheckboxGroupProps) => (
  <AriaCheckboxGroup
    {...props}
    {...invalidIf(problem)}
    ref={ref}
    value={[...value]}
    className={styles['group']}
  >
    <FieldLabel label={label} isOptional={isOptional} />
    <div className={styles['options']}>
      {choices.map((choice) => (
        <Checkbox
          key={choice.id}
          value={choice.id}
          label={choice.label}
          hint={choice.hint}
          isDisabled={choice.isDisabled}
        />
      ))}
    </div>
    <FieldNotes hint={hint} problem={problem} />
  </AriaCheckboxGroup>
);
