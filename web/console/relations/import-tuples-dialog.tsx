import { useState } from 'react';
import { fga, isProblem } from '@platform/sdk';
import type { ImportTuplesRequest } from '@platform/sdk';
import { useWrite } from '../../client/write.ts';
import { Banner } from '../../kit/content/banner.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { RadioGroup } from '../../kit/controls/radio-group.tsx';
import { CodeEditor } from '../../kit/editor/code-editor.tsx';
import { Dialog } from '../../kit/overlays/dialog.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { ShowCode } from '../../parts/show-code.tsx';
import { tupleReads } from './relation-queries.ts';
import { tuplesOfText } from './tuple-text.ts';
import styles from './relations.module.css';

const modes = ['ignore', 'replace', 'error'] as const;
type Mode = (typeof modes)[number];

/** The lines of tuples in a text, so that the platform's findings get a place. */
const linesOf = (text: string): number[] =>
  text
    .split('\n')
    .flatMap((line, index) =>
      line.trim() === '' || line.trim().startsWith('#') ? [] : [index + 1],
    );

/** What the platform finds wrong, at the line of its tuple. */
function problemsOf(error: unknown, text: string) {
  if (!isProblem(error)) return [];
  const lines = linesOf(text);
  return error.errors.flatMap(({ pointer, detail }) => {
    const [, index] = /^\/tuples\/(\d+)/.exec(pointer ?? '') ?? [];
    return index === undefined ? [] : [{ line: lines[Number(index)] ?? 1, text: detail }];
  });
}

/** Imports many tuples: all of them, or none. */
export function ImportTuplesDialog({ onClose }: { onClose: () => void }) {
  const say = useSay('relations');
  const sayApp = useSay('app');
  const [text, setText] = useState('');
  const [mode, setMode] = useState<Mode>('ignore');
  const write = useWrite(
    (api, body: ImportTuplesRequest, key) => fga(api).tuples.import(body, key),
    { refreshes: tupleReads },
  );
  const { tuples, wrong } = tuplesOfText(text);
  const problems = [
    ...wrong.map(({ line }) => ({ line, text: say('tuple.wrongLine') })),
    ...problemsOf(write.error, text),
  ];
  const body = { tuples, onDuplicate: mode };
  return (
    <Dialog
      title={say('tuples.import')}
      size="wide"
      isOpen
      isDismissable={text === ''}
      onClose={onClose}
      actions={
        write.data ? (
          <Button kind="primary" onPress={onClose}>
            {sayApp('close')}
          </Button>
        ) : (
          <>
            <ShowCode entries={[{ operation: 'fgaTuplesImport', body }]} />
            <Button onPress={onClose}>{sayApp('cancel')}</Button>
            <Button
              kind="primary"
              isDisabled={tuples.length === 0 || wrong.length > 0}
              isPending={write.isPending}
              onPress={() => write.mutate(body)}
            >
              {say('import.action', { count: tuples.length })}
            </Button>
          </>
        )
      }
    >
      {write.data ? (
        <Banner state="ok" isLive>
          {say('import.done', { imported: write.data.imported, skipped: write.data.skipped })}
        </Banner>
      ) : (
        <div className={styles['stack']}>
          <CodeEditor
            label={say('tab.tuples')}
            hint={say('import.hint')}
            value={text}
            onChange={(typed) => {
              setText(typed);
              if (write.error) write.reset();
            }}
            problems={problems}
            rows={10}
          />
          <RadioGroup
            label={say('import.mode')}
            value={mode}
            onChange={(chosen) => setMode(modes.find((one) => one === chosen) ?? 'ignore')}
            choices={modes.map((id) => ({ id, label: say(`import.mode.${id}`) }))}
          />
          {write.error && problems.length === 0 && <ProblemNote error={write.error} />}
        </div>
      )}
    </Dialog>
  );
}
