import { CopyButton } from '../content/copy-button.tsx';
import { Tabs } from '../controls/tabs.tsx';
import { tokensOf } from './highlight.ts';
import type { Language } from './highlight.ts';
import styles from './code.module.css';

export interface CodeProps {
  code: string;
  language: Language;
  /** What the code does, for screen readers. */
  label: string;
}

/** Code to read and copy. It is always written from left to right. */
export const Code = ({ code, language, label }: CodeProps) => (
  <div className={styles['code']} dir="ltr">
    <pre tabIndex={0} role="region" aria-label={label}>
      <code>
        {tokensOf(code, language).map(({ kind, text }, index) =>
          kind === 'plain' ? (
            text
          ) : (
            <span key={index} className={styles[kind]}>
              {text}
            </span>
          ),
        )}
      </code>
    </pre>
    <div className={styles['copy']}>
      <CopyButton text={code} />
    </div>
  </div>
);

export interface CodePanelProps {
  label: string;
  samples: readonly { id: string; label: string; code: string; language: Language }[];
  /** The chosen sample, which a person keeps from page to page. */
  selected?: string;
  onSelect?: (id: string) => void;
}

/** The same request as curl, TypeScript, command line and YAML. */
export const CodePanel = ({ label, samples, selected, onSelect }: CodePanelProps) => (
  <Tabs
    label={label}
    selected={selected}
    onSelect={onSelect}
    tabs={samples.map((sample) => ({
      id: sample.id,
      label: sample.label,
      content: <Code code={sample.code} language={sample.language} label={sample.label} />,
    }))}
  />
);
