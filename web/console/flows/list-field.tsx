import { useState } from 'react';
import { linesOf, textOfLines } from '../../client/lines.ts';
import { TextArea } from '../../kit/controls/text-field.tsx';

interface ListFieldProps {
  label: string;
  hint?: string;
  value: readonly string[];
  onChange: (value: string[]) => void;
  isOptional?: boolean;
  isDisabled: boolean;
}

/** A list as text, an entry in each line or between commas. The text stays as typed while it means the same list. */
export function ListField({ value, onChange, ...props }: ListFieldProps) {
  const [text, setText] = useState(() => textOfLines(value));
  const listed = linesOf(text, /[\n,]/);
  const isSame = textOfLines(listed) === textOfLines(value);
  return (
    <TextArea
      {...props}
      value={isSame ? text : textOfLines(value)}
      onChange={(typed) => {
        setText(typed);
        onChange(linesOf(typed, /[\n,]/));
      }}
      rows={2}
      isCode
    />
  );
}
