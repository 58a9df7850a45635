import type { ReactNode, Ref } from 'react';
import {
  Group,
  Input,
  TextArea as AriaTextArea,
  TextField as AriaField,
} from 'react-aria-components';
import type { TextFieldProps as AriaFieldProps } from 'react-aria-components';
import { classNames } from '../class-names.ts';
import { FieldLabel, FieldNotes, boxClass, fieldClass, inputClass, invalidIf } from './field.tsx';
import type { FieldProps } from './field.tsx';
import styles from './field.module.css';

type Passed = Omit<AriaFieldProps, 'className' | 'children' | 'isInvalid' | 'isRequired' | 'ref'>;

export interface TextFieldProps extends Passed, FieldProps {
  ref?: Ref<HTMLInputElement>;
  /** An example of a value. It never carries what the label or hint must say. */
  placeholder?: string;
  /** Shown in the box before the text, such as `https://`. */
  prefix?: ReactNode;
  /** Sets ids, addresses and code in a fixed-width font, without corrections of spelling. */
  isCode?: boolean;
}

/** Keeps browsers from correcting what is no prose. */
export const codeInput = { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false } as const;

/** One line of text. */
export const TextField = ({
  label,
  hint,
  problem,
  isOptional,
  placeholder,
  prefix,
  isCode,
  ref,
  ...props
}: TextFieldProps) => (
  <AriaField {...props} {...invalidIf(problem)} isRequired={!isOptional} className={fieldClass}>
    <FieldLabel label={label} isOptional={isOptional} />
    <Group className={boxClass}>
      {prefix && <span className={styles['affix']}>{prefix}</span>}
      <Input
        {...(isCode && codeInput)}
        ref={ref}
        placeholder={placeholder}
        className={classNames(inputClass, isCode && styles['isCode'])}
      />
    </Group>
    <FieldNotes hint={hint} problem={problem} />
  </AriaField>
);

export interface TextAreaProps extends Omit<TextFieldProps, 'ref' | 'prefix'> {
  ref?: Ref<HTMLTextAreaElement>;
  rows?: number;
}

/** Several lines of text. */
export const TextArea = ({
  label,
  hint,
  problem,
  isOptional,
  placeholder,
  isCode,
  rows = 3,
  ref,
  ...props
}: TextAreaProps) => (
  <AriaField {...props} {...invalidIf(problem)} isRequired={!isOptional} className={fieldClass}>
    <FieldLabel label={label} isOptional={isOptional} />
    <Group className={boxClass}>
      <AriaTextArea
        {...(isCode && codeInput)}
        ref={ref}
        rows={rows}
        placeholder={placeholder}
        className={classNames(inputClass, isCode && styles['isCode'])}
      />
    </Group>
    <FieldNotes hint={hint} problem={problem} />
  </AriaField>
);
