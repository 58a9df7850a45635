import { Radio, RadioGroup as AriaRadioGroup } from 'react-aria-components';
import type { RadioGroupProps as AriaRadioGroupProps } from 'react-aria-components';
import { classNames } from '../class-names.ts';
import type { Choice } from './choice-list.tsx';
import { FieldLabel, FieldNotes, invalidIf } from './field.tsx';
import type { FieldProps } from './field.tsx';
import styles from './choice.module.css';

type Passed = Omit<AriaRadioGroupProps, 'className' | 'children' | 'isInvalid' | 'isRequired'>;

export interface RadioGroupProps extends Passed, FieldProps {
  choices: readonly Choice[];
}

/** One of two to five values, all of which are visible. */
export const RadioGroup = ({
  label,
  hint,
  problem,
  isOptional,
  choices,
  ...props
}: RadioGroupProps) => (
  <AriaRadioGroup
    {...props}
    {...invalidIf(problem)}
    isRequired={!isOptional}
    className={styles['group']}
  >
    <FieldLabel label={label} isOptional={isOptional} />
    <div className={styles['options']}>
      {choices.map((choice) => (
        <Radio
          key={choice.id}
          value={choice.id}
          isDisabled={choice.isDisabled}
          className={styles['choice']}
        >
          {({ isSelected }) => (
            <>
              <span className={classNames(styles['mark'], styles['round'])}>
                {isSelected && <span className={styles['dot']} />}
              </span>
              <span>
                {choice.label}
                {choice.hint && <span className={styles['hint']}>{choice.hint}</span>}
              </span>
            </>
          )}
        </Radio>
      ))}
    </div>
    <FieldNotes hint={hint} problem={problem} />
  </AriaRadioGroup>
);
