import { useEffect, useRef, useState } from 'react';
import { SearchField } from '../kit/controls/search-field.tsx';
import { useSingleKeys } from '../kit/shortcuts.ts';

export interface SearchBoxProps {
  label: string;
  /** The text in the address of the page. */
  value: string | undefined;
  onChange: (text: string | undefined) => void;
  /** Shorter texts find nothing, and are not sent. */
  minLetters?: number;
}

const pauseMs = 250;

/** The search of a list: what is typed goes into the address after a pause. `/` leads here. */
export function SearchBox({ label, value, onChange, minLetters = 1 }: SearchBoxProps) {
  const [text, setText] = useState(value ?? '');
  const field = useRef<HTMLInputElement>(null);
  const sent = useRef(value);
  useSingleKeys({ '/': () => field.current?.focus() });
  useEffect(() => {
    // Back and forward change the address from outside.
    if (value !== sent.current) setText(value ?? '');
    sent.current = value;
  }, [value]);
  useEffect(() => {
    const trimmed = text.trim();
    const wanted = [...trimmed].length >= minLetters ? trimmed : undefined;
    if (wanted === sent.current) return undefined;
    const timer = setTimeout(() => {
      sent.current = wanted;
      onChange(wanted);
    }, pauseMs);
    return () => clearTimeout(timer);
    // The function differs in each render; only the text matters.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [text]);
  return <SearchField ref={field} label={label} value={text} onChange={setText} />;
}
