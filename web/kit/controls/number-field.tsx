import type { Ref } from 'react';
import { Button, Group, Input, NumberField as AriaField } from 'react-aria-components';
import type { NumberFieldProps as AriaFieldProps } from 'react-aria-components';
import { Minus, Plus } from 'lucide-react';
import {
  FieldLabel,
  FieldNotes,
  boxClass,
  fieldClass,
  inputClass,
  insideClass,
  invalidIf,
} from './field.tsx';
import type { FieldProps } from './field.tsx';
import { Icon } from './icon.tsx';
import styles from './field.module.css';

type Passed = Omit<AriaFieldProps, 'className' | 'children' | 'isInvalid' | 'isRequired' | 'ref'>;

export interface NumberFieldProps extends Passed, FieldProps {
  ref?: Ref<HTMLInputElement>;
  /** A unit behind the number, such as "days". */
  unit?: string;
}

/** A number in the format of the locale, with buttons for the next and the previous one. */
export const NumberField = ({
  label,
  hint,
  problem,
  isOptional,
  unit,
  ref,
  ...props
}: NumberFieldProps) => (
  <AriaField {...props} {...invalidIf(problem)} isRequired={!isOptional} className={fieldClass}>
    <FieldLabel label={label} isOptional={isOptional} />
    <Group className={boxClass}>
      <Input ref={ref} className={inputClass} />
      {unit && <span className={styles['unit']}>{unit}</span>}
      <Button slot="decrement" className={insideClass}>
        <Icon of={Minus} />
      </Button>
      <Button slot="increment" className={insideClass}>
        <Icon of={Plus} />
      </Button>
    </Group>
    <FieldNotes hint={hint} problem={problem} />
  </AriaField>
);
