import { useState } from 'react';
import { Group, Input, TextField as AriaField, ToggleButton } from 'react-aria-components';
import { Eye, EyeOff } from 'lucide-react';
import { useSay } from '../words/words-context.ts';
import {
  FieldLabel,
  FieldNotes,
  boxClass,
  fieldClass,
  inputClass,
  insideClass,
  invalidIf,
} from './field.tsx';
import { Icon } from './icon.tsx';
import { codeInput } from './text-field.tsx';
import type { TextFieldProps } from './text-field.tsx';

export interface PasswordFieldProps extends Omit<TextFieldProps, 'prefix' | 'isCode' | 'type'> {
  autoComplete: 'current-password' | 'new-password' | 'off';
}

/** A password, which can be shown. */
export function PasswordField({
  label,
  hint,
  problem,
  isOptional,
  placeholder,
  ref,
  ...props
}: PasswordFieldProps) {
  const say = useSay('kit');
  const [isShown, setIsShown] = useState(false);
  return (
    <AriaField
      {...props}
      {...invalidIf(problem)}
      type={isShown ? 'text' : 'password'}
      isRequired={!isOptional}
      className={fieldClass}
    >
      <FieldLabel label={label} isOptional={isOptional} />
      <Group className={boxClass}>
        <Input {...codeInput} ref={ref} placeholder={placeholder} className={inputClass} />
        <ToggleButton
          className={insideClass}
          isSelected={isShown}
          onChange={setIsShown}
          isDisabled={props.isDisabled}
          aria-label={say('showPassword')}
        >
          <Icon of={isShown ? EyeOff : Eye} />
        </ToggleButton>
      </Group>
      <FieldNotes hint={hint} problem={problem} />
    </AriaField>
  );
}
