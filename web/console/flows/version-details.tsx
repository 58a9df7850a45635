import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { LoginFlowDefinition } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { Section } from '../../kit/content/section.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { Graph } from '../../kit/graph/graph.tsx';
import { useIsNarrow } from '../../kit/media.ts';
import { useSay } from '../../kit/words/words-context.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { ShowCode } from '../../parts/show-code.tsx';
import { DifferenceList } from './difference-list.tsx';
import { asFlow } from './flow-draft.ts';
import { graphOf } from './flow-graph.ts';
import { activeFlowQuery, versionQuery } from './flow-queries.ts';
import { useFlowWords } from './flow-words.ts';
import styles from './flows.module.css';

function Picture({ definition }: { definition: LoginFlowDefinition }) {
  const say = useSay('flows');
  const words = useFlowWords();
  const { nodes, edges } = useMemo(
    () => graphOf(asFlow(definition), [], words),
    // The words are the same as long as the page is.
    // oxlint-disable-next-line react/exhaustive-deps
    [definition],
  );
  return <Graph label={say('graph.label')} nodes={nodes} edges={edges} direction="auto" />;
}

interface VersionDetailsProps {
  version: number;
  onRollBack: (version: number) => void;
}

/** A version, and what differs in it from the active one. */
export function VersionDetails({ version, onRollBack }: VersionDetailsProps) {
  const say = useSay('flows');
  const session = useSession();
  const isNarrow = useIsNarrow();
  const active = useQuery(activeFlowQuery);
  const query = useQuery(versionQuery(version));
  return (
    <Section
      title={say('version.title', { version })}
      actions={
        <>
          <ShowCode
            entries={[{ operation: 'loginFlowGetVersion', parameters: [String(version)] }]}
          />
          {active.data &&
            active.data.value.version !== version &&
            mayCall(session, 'loginFlowActivate') && (
              <Button onPress={() => onRollBack(version)}>{say('rollBack')}</Button>
            )}
        </>
      }
    >
      <Loaded query={query} lines={8}>
        {(definition) => (
          <div className={styles['form']}>
            {!isNarrow && <Picture definition={definition} />}
            {active.data && active.data.value.version !== version && (
              <>
                <h3>{say('version.compared', { version: active.data.value.version ?? 0 })}</h3>
                <DifferenceList before={asFlow(active.data.value)} after={asFlow(definition)} />
              </>
            )}
          </div>
        )}
      </Loaded>
    </Section>
  );
}
