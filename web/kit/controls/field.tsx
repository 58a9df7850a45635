import type { ReactNode } from 'react';
import { FieldError, Label, Text } from 'react-aria-components';
import { CircleAlert } from 'lucide-react';
import { useSay } from '../words/words-context.ts';
import { Icon } from './icon.tsx';
import styles from './field.module.css';

/** What every field has beside its control. */
export interface FieldProps {
  label: string;
  /** Says how to fill the field in; errors replace nothing of it. */
  hint?: ReactNode;
  /** What is wrong and what helps. The field is invalid if it is there. */
  problem?: ReactNode;
  /** Fields are required unless they say that they are not. */
  isOptional?: boolean;
}

export const fieldClass = styles['field'];
export const boxClass = styles['box'];
export const inputClass = styles['input'];
export const insideClass = styles['inside'];

export function FieldLabel({ label, isOptional }: Pick<FieldProps, 'label' | 'isOptional'>) {
  const say = useSay('kit');
  return (
    <Label className={styles['label']}>
      {label}
      {isOptional && <span className={styles['optional']}> {say('optional')}</span>}
    </Label>
  );
}

/** Hint and error, below the control. */
export const FieldNotes = ({ hint, problem }: Pick<FieldProps, 'hint' | 'problem'>) => (
  <>
    {hint && (
      <Text slot="description" className={styles['hint']}>
        {hint}
      </Text>
    )}
    <FieldError className={styles['problem']}>
      <Icon of={CircleAlert} />
      <span>{problem}</span>
    </FieldError>
  </>
);

/** Properties that make a component of React Aria invalid exactly when there is a problem. */
export const invalidIf = (problem: ReactNode) => ({
  isInvalid: Boolean(problem),
  validationBehavior: 'aria' as const,
});
