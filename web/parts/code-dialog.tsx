import { useState } from 'react';
import { stringify } from 'yaml';
import { requestCode } from '../client/request-code.ts';
import type { CodeEntry, RequestCode } from '../client/request-code.ts';
import { requests } from '../generated/requests.ts';
import { Code } from '../kit/code/code.tsx';
import { Button } from '../kit/controls/button.tsx';
import { Tabs } from '../kit/controls/tabs.tsx';
import { Dialog } from '../kit/overlays/dialog.tsx';
import { useSay } from '../kit/words/words-context.ts';
import styles from './code-dialog.module.css';

type LanguageId = keyof RequestCode;

const languages = {
  curl: 'shell',
  typescript: 'typescript',
  cli: 'shell',
  yaml: 'yaml',
} as const satisfies Record<LanguageId, string>;
const ids = Object.keys(languages) as LanguageId[];

/** The language that the user has chosen stays, until the application is left. */
let chosen: string = 'curl';

interface Shown {
  operation: string;
  summary: string;
  code: RequestCode;
}

function shownOf({ operation, ...request }: CodeEntry): Shown {
  const row = requests[operation];
  const code = requestCode(row, request, { origin: location.origin, toYaml: stringify });
  return { operation, summary: row.summary, code };
}

const Listing = ({ shown, language }: { shown: readonly Shown[]; language: LanguageId }) => (
  <ol className={styles['listing']}>
    {shown.map(({ operation, summary, code }, index) => {
      const text = code[language];
      return text === undefined ? null : (
        // A page can send the same operation twice.
        <li key={`${operation} ${index}`}>
          <h3>{summary}</h3>
          <Code code={text} language={languages[language]} label={summary} />
        </li>
      );
    })}
  </ol>
);

export interface CodeDialogProps {
  entries: readonly CodeEntry[];
  onClose: () => void;
}

/** The requests of a page in each language, to copy. */
export function CodeDialog({ entries, onClose }: CodeDialogProps) {
  const say = useSay('app');
  const [selected, setSelected] = useState(chosen);
  const shown = entries.map(shownOf);
  const offered = ids.filter((id) => shown.some(({ code }) => code[id] !== undefined));
  return (
    <Dialog
      title={say('code.title')}
      size="wide"
      isOpen
      onClose={onClose}
      actions={<Button onPress={onClose}>{say('close')}</Button>}
    >
      <Tabs
        label={say('code.languages')}
        selected={offered.find((id) => id === selected) ?? 'curl'}
        onSelect={(id) => {
          chosen = id;
          setSelected(id);
        }}
        tabs={offered.map((id) => ({
          id,
          label: say(`code.${id}`),
          content: <Listing shown={shown} language={id} />,
        }))}
      />
      <p className={styles['note']}>{say('code.secrets')}</p>
    </Dialog>
  );
}
