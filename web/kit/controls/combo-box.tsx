import { useEffect, useState } from 'react';
import type { Ref } from 'react';
import { Button, ComboBox as AriaComboBox, Group, Input, Popover } from 'react-aria-components';
import { ChevronDown } from 'lucide-react';
import { useSay } from '../words/words-context.ts';
import { ChoiceList } from './choice-list.tsx';
import type { Choice } from './choice-list.tsx';
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
import { useServerSearch } from './server-search.ts';
import type { Search } from './server-search.ts';
import { SpinnerRing } from './spinner.tsx';
import listStyles from './list.module.css';
import styles from './field.module.css';

export interface ComboBoxProps extends FieldProps {
  search: Search<Choice>;
  /** With its label, which no list has loaded yet. */
  value: Choice | null;
  onChange: (value: Choice | null) => void;
  onBlur?: () => void;
  name?: string;
  placeholder?: string;
  isDisabled?: boolean;
  ref?: Ref<HTMLInputElement>;
}

/** One of many values, which a server searches. It never loads all of them. */
export function ComboBox({
  label,
  hint,
  problem,
  isOptional,
  search,
  value,
  onChange,
  placeholder,
  onBlur,
  ref,
  ...props
}: ComboBoxProps) {
  const say = useSay('kit');
  const shown = value?.label ?? '';
  const [text, setText] = useState(shown);
  // The value can change from outside, as when a form is reset.
  useEffect(() => setText(shown), [value?.id, shown]);
  const { state, found } = useServerSearch(text === shown ? '' : text, search);
  // Beside what was found for another text, the current value would look like a result.
  const choices = value && text === shown ? [value] : found;
  const empty = {
    tooShort: say('search.tooShort'),
    searching: say('search.searching'),
    failed: say('search.failed'),
    found: say('search.noneFound', { text }),
  }[state];

  return (
    <AriaComboBox
      {...props}
      {...invalidIf(problem)}
      items={choices}
      inputValue={text}
      onInputChange={(typed) => {
        setText(typed);
        if (typed === '' && isOptional) onChange(null);
      }}
      value={value?.id ?? null}
      onChange={(id) => {
        const chosen = choices.find((choice) => choice.id === id);
        if (!chosen) return;
        setText(chosen.label);
        onChange(chosen);
      }}
      onBlur={() => {
        // Text that was not chosen is no value.
        setText(shown);
        onBlur?.();
      }}
      allowsEmptyCollection
      isRequired={!isOptional}
      className={fieldClass}
    >
      <FieldLabel label={label} isOptional={isOptional} />
      <Group className={boxClass}>
        <Input ref={ref} placeholder={placeholder} className={inputClass} />
        {state === 'searching' && (
          <span className={styles['unit']}>
            <SpinnerRing />
          </span>
        )}
        <Button className={insideClass}>
          <Icon of={ChevronDown} />
        </Button>
      </Group>
      <FieldNotes hint={hint} problem={problem} />
      <Popover className={listStyles['popover']} offset={4}>
        <ChoiceList empty={empty} />
      </Popover>
    </AriaComboBox>
  );
}
