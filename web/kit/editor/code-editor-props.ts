import type { ReactNode } from 'react';
import type { EditorLanguage } from './editor-languages.ts';
import type { EditorProblem } from './editor-problems.ts';

export interface CodeEditorProps {
  label: string;
  hint?: ReactNode;
  value: string;
  onChange?: (value: string) => void;
  language?: EditorLanguage;
  isReadOnly?: boolean;
  /** Marked in the text, and listed below it. */
  problems?: readonly EditorProblem[];
  /** The line that the cursor moved to, from 1. */
  onLine?: (line: number) => void;
  /** Where to move the cursor; a new object moves it again. */
  reveal?: { line: number; column?: number };
  /** Lines that are visible; longer texts scroll. */
  rows?: number;
}
