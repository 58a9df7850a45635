import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { FgaModel } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { Banner } from '../../kit/content/banner.tsx';
import { Section } from '../../kit/content/section.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { CodeEditor } from '../../kit/editor/code-editor.tsx';
import { Graph } from '../../kit/graph/graph.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { ActivateModelDialog } from './activate-model-dialog.tsx';
import { ModelAssertions } from './model-assertions.tsx';
import { modelGraph } from './model-graph.ts';
import type { ModelJson } from './model-json.ts';
import { ModelReport } from './model-report.tsx';
import { definitionAt, lineOfDefinition } from './model-text.ts';
import { validationQuery } from './relation-queries.ts';
import { modelRoute } from './relation-routes.ts';
import styles from './relations.module.css';

const pauseMs = 400;

/** The text some time after it was last changed. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** A model as a graph. Its nodes select definitions. */
function ModelGraph({
  model,
  selected,
  onSelect,
}: {
  model: ModelJson;
  selected: string | undefined;
  onSelect: (name: string) => void;
}) {
  const say = useSay('relations');
  const { nodes, edges } = useMemo(
    () =>
      modelGraph(model, {
        and: say('graph.and'),
        butNot: say('graph.butNot'),
        from: (relation) => say('graph.from', { relation }),
        subtracted: say('graph.subtracted'),
        with: (name) => say('node.with', { name }),
      }),
    [model, say],
  );
  return (
    <Graph
      label={say('graph.title')}
      nodes={nodes}
      edges={edges}
      selected={nodes.some(({ id }) => id === selected) ? selected : null}
      // Operators belong to the definition that they begin with.
      onSelect={(id) => onSelect(id.split(' ', 1)[0] ?? id)}
    />
  );
}

/** Text and graph of a model, which select each other, with what activating it would mean. */
export function ModelWorkbench({ stored, model }: { stored: string; model?: FgaModel }) {
  const say = useSay('relations');
  const session = useSession();
  const { at, version } = modelRoute.useSearch();
  const navigate = modelRoute.useNavigate();
  const [text, setText] = useState(stored);
  const [reveal, setReveal] = useState(() => placeOf(stored, at));
  const [isActivating, setIsActivating] = useState(false);
  const settled = useSettled(text);
  const query = useQuery({
    ...validationQuery({ dsl: settled }),
    enabled: settled.trim() !== '',
    placeholderData: keepPreviousData,
    retry: false,
  });
  const report = query.data?.value;
  const isCurrent = settled === text && !query.isPlaceholderData;
  const mayWrite = mayCall(session, 'fgaModelWrite') && mayCall(session, 'fgaModelActivate');
  const isNew = model === undefined || !model.active || text !== stored;
  const select = (name: string | undefined) => {
    if (name !== at) void navigate({ search: { version, at: name }, replace: true });
  };
  // While the text has errors, the graph shows what it was before.
  const [drawn, setDrawn] = useState(model?.model);
  if (report?.model && report.model !== drawn) setDrawn(report.model);
  const json = drawn as unknown as ModelJson | undefined;
  return (
    <div className={styles['stack']}>
      {model && !model.active && (
        <Banner state="info">{say('version.notActive', { id: model.id })}</Banner>
      )}
      <div className={styles['beside']}>
        <CodeEditor
          label={say('model.text')}
          language="model"
          value={text}
          onChange={setText}
          isReadOnly={!mayWrite}
          problems={(report?.errors ?? []).map(({ line = 1, column, detail }) => ({
            line,
            ...(column !== undefined && { column }),
            text: detail.replace(/^Line \d+, column \d+: /, ''),
          }))}
          onLine={(line) => select(definitionAt(text, line))}
          {...(reveal && { reveal })}
          rows={24}
        />
        <Section title={say('graph.title')} isCard>
          {json && (
            <ModelGraph
              model={json}
              selected={at}
              onSelect={(name) => {
                select(name);
                setReveal(placeOf(text, name));
              }}
            />
          )}
        </Section>
      </div>
      {mayWrite && (
        <div className={styles['actions']}>
          <Button
            kind="primary"
            isDisabled={!isNew || !isCurrent || !report?.valid}
            onPress={() => setIsActivating(true)}
          >
            {say('model.activate')}
          </Button>
          {text !== stored && (
            <Button onPress={() => setText(stored)}>{say('model.discard')}</Button>
          )}
        </div>
      )}
      {query.error && <ProblemNote error={query.error} onRetry={() => void query.refetch()} />}
      {report && isNew && report.valid && <ModelReport report={report} />}
      <ModelAssertions report={report} />
      {isActivating && report && (
        <ActivateModelDialog
          dsl={text}
          stored={model && text === stored ? model.id : undefined}
          report={report}
          onClose={() => setIsActivating(false)}
          onDone={() => {
            setIsActivating(false);
            void navigate({ search: {} });
          }}
        />
      )}
    </div>
  );
}

/** Where a definition is in the text. */
function placeOf(text: string, name: string | undefined): { line: number } | undefined {
  const line = name === undefined ? undefined : lineOfDefinition(text, name);
  return line === undefined ? undefined : { line };
}
