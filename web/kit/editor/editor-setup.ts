import { history, historyKeymap, indentWithTab, standardKeymap } from '@codemirror/commands';
import { indentUnit } from '@codemirror/language';
import { Compartment, EditorState } from '@codemirror/state';
import type { Extension } from '@codemirror/state';
import {
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { problemMarks } from './editor-problems.ts';
import { editorTheme } from './editor-theme.ts';

/** Extensions that change while an editor is shown. */
export const language = new Compartment();
export const settings = new Compartment();

// The hub's content policy admits style elements with the nonce of the page.
const nonceOf = (page: Document): string =>
  page.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';

export interface SetupOptions {
  /** Leaves the editor. Tab indents, so keyboard users need another way out. */
  leave: () => void;
  changed: (text: string) => void;
  moved: (line: number) => void;
}

/** Extensions of every editor. */
export const editorSetup = ({ leave, changed, moved }: SetupOptions): Extension => [
  EditorView.cspNonce.of(nonceOf(document)),
  lineNumbers(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  history(),
  indentUnit.of('  '),
  EditorState.tabSize.of(2),
  problemMarks,
  editorTheme,
  language.of([]),
  settings.of([]),
  keymap.of([
    {
      key: 'Escape',
      stopPropagation: true,
      run: () => {
        leave();
        return true;
      },
    },
    ...standardKeymap,
    ...historyKeymap,
    indentWithTab,
  ]),
  EditorView.updateListener.of(({ docChanged, selectionSet, state, transactions }) => {
    const isOurs = transactions.some((one) => one.isUserEvent('set'));
    if (docChanged && !isOurs) changed(state.doc.toString());
    if (selectionSet && !isOurs) moved(state.doc.lineAt(state.selection.main.head).number);
  }),
];
