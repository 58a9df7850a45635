import { StateEffect, StateField } from '@codemirror/state';
import type { Text } from '@codemirror/state';
import { Decoration, EditorView } from '@codemirror/view';
import type { DecorationSet } from '@codemirror/view';

/** Something wrong in a text. Lines and columns are counted from 1; without a column, it is about the whole line. */
export interface EditorProblem {
  line: number;
  column?: number;
  text: string;
  severity?: 'error' | 'warning';
}

/** The text that a problem marks: the word at its column, or its line without the indentation. */
export function markedRange(
  doc: Text,
  { line: number, column }: Pick<EditorProblem, 'line' | 'column'>,
): { from: number; to: number } {
  const line = doc.line(Math.min(Math.max(number, 1), doc.lines));
  const indent = line.text.length - line.text.trimStart().length;
  const start = column === undefined ? indent : Math.min(Math.max(column - 1, 0), line.length);
  const rest = line.text.slice(start);
  const length = column === undefined ? rest.length : (/^\w+|^./.exec(rest)?.[0].length ?? 0);
  return { from: line.from + start, to: line.from + start + length };
}

const setProblems = StateEffect.define<readonly EditorProblem[]>();

const marksOf = (doc: Text, problems: readonly EditorProblem[]): DecorationSet =>
  Decoration.set(
    problems.flatMap((problem) => {
      const { from, to } = markedRange(doc, problem);
      // A mark of no characters cannot be shown; the list below the text has it.
      if (from === to) return [];
      const kind = problem.severity === 'warning' ? ' cm-problem-warning' : '';
      const attributes = { title: problem.text };
      return [Decoration.mark({ class: `cm-problem${kind}`, attributes }).range(from, to)];
    }),
    true,
  );

/** Marks of problems, which keep their places while the text changes, with their texts on hover. */
export const problemMarks = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(current, { changes, effects, state }) {
    const found = effects.find((effect) => effect.is(setProblems));
    return found ? marksOf(state.doc, found.value) : current.map(changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Replaces the problems that are marked. */
export const showProblems = (view: EditorView, problems: readonly EditorProblem[]): void =>
  view.dispatch({ effects: setProblems.of(problems) });
