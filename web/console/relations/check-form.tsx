import { useState } from 'react';
import type { CheckRequest, RelationTupleInput } from '@platform/sdk';
import { Button } from '../../kit/controls/button.tsx';
import { Select } from '../../kit/controls/select.tsx';
import { SuggestField } from '../../kit/controls/suggest-field.tsx';
import { TextField } from '../../kit/controls/text-field.tsx';
import { CodeEditor } from '../../kit/editor/code-editor.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import type { ModelJson } from './model-json.ts';
import { objectSuggestions, relationSuggestions, subjectSuggestions } from './model-suggestions.ts';
import { lineOfTuple, tuplesOfText } from './tuple-text.ts';
import styles from './relations.module.css';

export interface Question {
  subject: string;
  relation: string;
  object: string;
}

/** What applies to a question besides its three parts, which are in the address. */
export interface Surroundings {
  contextualTuples: RelationTupleInput[];
  context: Record<string, unknown> | undefined;
  consistency: CheckRequest['consistency'];
}

const freshness = ['cached', 'full', 'token'] as const;
type Freshness = (typeof freshness)[number];

const freshnessOf = (consistency: CheckRequest['consistency']): Freshness => {
  if (!consistency) return 'cached';
  return 'fullyConsistent' in consistency ? 'full' : 'token';
};

function consistencyOf(chosen: Freshness, token: string): CheckRequest['consistency'] {
  if (chosen === 'full') return { fullyConsistent: true };
  return chosen === 'token' && token ? { atLeastAsFresh: token } : undefined;
}

/** An object of JSON; undefined for an empty text, and null for anything else. */
function contextOf(text: string): Record<string, unknown> | undefined | null {
  if (text.trim() === '') return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

export interface CheckFormProps {
  model: ModelJson;
  question: Question;
  surroundings: Surroundings;
  onAsk: (question: Question, surroundings: Surroundings) => void;
}

/** Asks whether a subject has a relation to an object, with tuples and a context that apply only to the question. */
export function CheckForm({ model, question, surroundings, onAsk }: CheckFormProps) {
  const say = useSay('relations');
  const [asked, setAsked] = useState(question);
  const [isMissing, setIsMissing] = useState(false);
  const [tuples, setTuples] = useState(
    surroundings.contextualTuples.map((one) => lineOfTuple(one)).join('\n'),
  );
  const [context, setContext] = useState(
    surroundings.context ? JSON.stringify(surroundings.context, null, 2) : '',
  );
  const [fresh, setFresh] = useState(freshnessOf(surroundings.consistency));
  const [token, setToken] = useState('');
  const read = tuplesOfText(tuples);
  const parsed = contextOf(context);
  const problems = read.wrong.map(({ line }) => ({ line, text: say('tuple.wrongLine') }));
  const missing = (value: string) => (isMissing && value === '' ? say('field.missing') : undefined);

  function ask(): void {
    const isWhole = asked.subject && asked.relation && asked.object;
    setIsMissing(!isWhole);
    if (!isWhole || problems.length > 0 || parsed === null) return;
    onAsk(asked, {
      contextualTuples: read.tuples,
      context: parsed,
      consistency: consistencyOf(fresh, token),
    });
  }

  return (
    <form
      className={styles['stack']}
      onSubmit={(event) => {
        event.preventDefault();
        ask();
      }}
    >
      <div className={styles['question']}>
        <SuggestField
          label={say('field.subject')}
          placeholder="user:ada"
          value={asked.subject}
          onChange={(subject) => setAsked((before) => ({ ...before, subject }))}
          suggestions={subjectSuggestions(model, asked)}
          problem={missing(asked.subject)}
        />
        <SuggestField
          label={say('field.relation')}
          placeholder="viewer"
          value={asked.relation}
          onChange={(relation) => setAsked((before) => ({ ...before, relation }))}
          suggestions={relationSuggestions(model, asked.object)}
          problem={missing(asked.relation)}
        />
        <SuggestField
          label={say('field.object')}
          placeholder="document:plan"
          value={asked.object}
          onChange={(object) => setAsked((before) => ({ ...before, object }))}
          suggestions={objectSuggestions(model)}
          problem={missing(asked.object)}
        />
        <div className={styles['ask']}>
          <Button kind="primary" type="submit">
            {say('check.action')}
          </Button>
        </div>
      </div>
      <details className={styles['more']} open={tuples !== '' || context !== ''}>
        <summary>{say('check.more')}</summary>
        <div className={styles['stack']}>
          <CodeEditor
            label={say('check.contextualTuples')}
            hint={say('check.contextualTuples.hint')}
            value={tuples}
            onChange={setTuples}
            problems={problems}
            rows={3}
          />
          <CodeEditor
            label={say('check.context')}
            hint={say('check.context.hint')}
            language="json"
            value={context}
            onChange={setContext}
            problems={parsed === null ? [{ line: 1, text: say('check.context.wrong') }] : []}
            rows={4}
          />
          <Select
            label={say('check.freshness')}
            value={fresh}
            onChange={setFresh}
            choices={freshness.map((id) => ({ id, label: say(`check.freshness.${id}`) }))}
          />
          {fresh === 'token' && (
            <TextField label={say('check.token')} value={token} onChange={setToken} isCode />
          )}
        </div>
      </details>
    </form>
  );
}
