import { Suspense, useId, useRef, useState } from 'react';
import { Button } from 'react-aria-components';
import { CircleAlert, TriangleAlert } from 'lucide-react';
import { classNames } from '../class-names.ts';
import { Icon } from '../controls/icon.tsx';
import { useSay } from '../words/words-context.ts';
import type { CodeEditorProps } from './code-editor-props.ts';
import type { EditorProblem } from './editor-problems.ts';
import styles from './editor.module.css';
import { lazyPart } from '../lazy-part.tsx';

const EditorBox = lazyPart(async () => (await import('./editor-box.tsx')).EditorBox);

interface ProblemListProps {
  problems: readonly EditorProblem[];
  onChoose: (problem: EditorProblem) => void;
}

function ProblemList({ problems, onChoose }: ProblemListProps) {
  const say = useSay('kit');
  return (
    <ul className={styles['problems']}>
      {problems.map((problem, index) => (
        <li key={index} className={problem.severity === 'warning' ? styles['warning'] : undefined}>
          <Icon of={problem.severity === 'warning' ? TriangleAlert : CircleAlert} />
          <Button className={styles['place']} onPress={() => onChoose(problem)}>
            {say('editor.line', { line: problem.line })}
          </Button>
          <span>{problem.text}</span>
        </li>
      ))}
    </ul>
  );
}

/** A field for code. Its editor is loaded when it is first shown. */
export function CodeEditor({ label, hint, reveal, ...props }: CodeEditorProps) {
  const say = useSay('kit');
  const labelId = useId();
  const notesId = useId();
  const exit = useRef<HTMLParagraphElement>(null);
  const [chosen, setChosen] = useState<EditorProblem>();
  const [asked, setAsked] = useState(reveal);
  // The place that was asked for last: by a problem of the list, or from outside.
  if (asked !== reveal) {
    setAsked(reveal);
    setChosen(undefined);
  }
  const { problems = [], rows = 12 } = props;
  const isInvalid = problems.some(({ severity }) => severity !== 'warning');
  return (
    <div className={styles['editor']}>
      <span id={labelId} className={styles['label']}>
        {label}
      </span>
      <div className={classNames(styles['box'], isInvalid && styles['invalid'])} dir="ltr">
        <Suspense
          fallback={
            <pre className={styles['fallback']} style={{ '--rows': rows } as object} tabIndex={0}>
              {props.value}
            </pre>
          }
        >
          <EditorBox
            {...props}
            labelId={labelId}
            notesId={notesId}
            exit={exit}
            reveal={chosen ?? reveal}
          />
        </Suspense>
      </div>
      <p ref={exit} id={notesId} tabIndex={-1} className={styles['notes']}>
        {hint} {!props.isReadOnly && say('editor.leave')}
      </p>
      {problems.length > 0 && (
        <ProblemList problems={problems} onChoose={(problem) => setChosen({ ...problem })} />
      )}
    </div>
  );
}
