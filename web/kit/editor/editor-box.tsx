import { useEffect, useEffectEvent, useRef } from 'react';
import type { RefObject } from 'react';
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import type { CodeEditorProps } from './code-editor-props.ts';
import { editorLanguage } from './editor-languages.ts';
import { markedRange, showProblems } from './editor-problems.ts';
import { editorSetup, language, settings } from './editor-setup.ts';
import styles from './editor.module.css';

export interface EditorBoxProps extends Omit<CodeEditorProps, 'label' | 'hint'> {
  labelId: string;
  notesId: string;
  /** Receives the focus when the editor is left by Escape. */
  exit: RefObject<HTMLElement | null>;
  /** Where to move the cursor. A new object moves it again. */
  reveal: { line: number; column?: number } | undefined;
}

/** Replaces a text from outside. It does not count as a change of the user. */
function replaceText(view: EditorView, text: string): void {
  if (view.state.doc.toString() === text) return;
  view.dispatch({
    changes: { from: 0, to: view.state.doc.length, insert: text },
    userEvent: 'set',
  });
}

/** The editor itself, in a part of the application that is loaded when it is first shown. */
export function EditorBox({
  value,
  onChange,
  onLine,
  language: name = 'plain',
  isReadOnly = false,
  problems,
  reveal,
  rows = 12,
  labelId,
  notesId,
  exit,
}: EditorBoxProps) {
  const host = useRef<HTMLDivElement>(null);
  const shown = useRef<EditorView>(null);
  const isInvalid = problems?.some(({ severity }) => severity !== 'warning') ?? false;
  const changed = useEffectEvent((text: string) => onChange?.(text));
  const moved = useEffectEvent((line: number) => onLine?.(line));
  const firstText = useEffectEvent(() => value);

  useEffect(() => {
    const view = new EditorView({
      parent: host.current!,
      doc: firstText(),
      extensions: editorSetup({
        leave: () => exit.current?.focus(),
        changed: (text) => changed(text),
        moved: (line) => moved(line),
      }),
    });
    shown.current = view;
    return () => view.destroy();
  }, [exit]);

  useEffect(() => {
    shown.current?.dispatch({ effects: language.reconfigure(editorLanguage(name)) });
  }, [name]);

  useEffect(() => {
    const attributes = {
      'aria-labelledby': labelId,
      'aria-describedby': notesId,
      'aria-invalid': String(isInvalid),
      tabindex: '0',
    };
    shown.current?.dispatch({
      effects: settings.reconfigure([
        EditorState.readOnly.of(isReadOnly),
        EditorView.contentAttributes.of(attributes),
      ]),
    });
  }, [isReadOnly, isInvalid, labelId, notesId]);

  useEffect(() => replaceText(shown.current!, value), [value]);
  useEffect(() => showProblems(shown.current!, problems ?? []), [problems]);
  useEffect(() => {
    if (!reveal) return;
    const view = shown.current!;
    const { from } = markedRange(view.state.doc, reveal);
    const effects = EditorView.scrollIntoView(from, { y: 'center' });
    view.dispatch({ selection: { anchor: from }, effects, userEvent: 'set' });
  }, [reveal]);

  return <div ref={host} className={styles['host']} style={{ '--rows': rows } as object} />;
}
