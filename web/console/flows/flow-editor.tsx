import { useQuery } from '@tanstack/react-query';
import { Workflow } from 'lucide-react';
import { useMemo } from 'react';
import type { LoginFlowDefinition } from '@platform/sdk';
import type { Read } from '../../client/query.ts';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { Banner } from '../../kit/content/banner.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { ConflictDialog } from '../../kit/form/conflict-dialog.tsx';
import { ChangesBar, useSaveKey } from '../../kit/form/save-bar.tsx';
import { useIsNarrow } from '../../kit/media.ts';
import { useUndoKeys } from '../../kit/shortcuts.ts';
import { useSay } from '../../kit/words/words-context.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { usePageEntries } from '../frame/page-entries.ts';
import { FlowCanvas } from './flow-canvas.tsx';
import { useFlowDraft } from './flow-draft.ts';
import type { FlowDraft } from './flow-draft.ts';
import { FlowOutline } from './flow-outline.tsx';
import { useFlowProblems } from './flow-problems.ts';
import { activeFlowQuery, draftQuery } from './flow-queries.ts';
import { editorRoute } from './flow-routes.ts';
import { FlowSettings } from './flow-settings.tsx';
import { FlowTools } from './flow-tools.tsx';
import { useFlowWords } from './flow-words.ts';
import { pathOf } from './flow-graph.ts';
import { useFieldWords } from './difference-words.tsx';
import { SimulationPanel } from './simulation-panel.tsx';
import { useSimulation } from './simulation.ts';
import styles from './flows.module.css';

/** Findings of the platform, and a note if another person has saved the draft. */
function Notices({ work }: { work: FlowDraft }) {
  const say = useSay('flows');
  return (
    <>
      {work.isBehind && (
        <Banner
          state="warning"
          isLive
          actions={
            <Button size="small" onPress={work.compare}>
              {say('behind.compare')}
            </Button>
          }
        >
          {say('behind')}
        </Banner>
      )}
      {work.findings.map(({ pointer, detail }) => (
        <Banner key={`${pointer} ${detail}`} state="error" isLive>
          {detail} {pointer && <code>{pointer}</code>}
        </Banner>
      ))}
    </>
  );
}

function Editor({
  active,
  draft,
}: {
  active: LoginFlowDefinition;
  draft: Read<LoginFlowDefinition | null>;
}) {
  const session = useSession();
  const isNarrow = useIsNarrow();
  const { view, step = null, panel } = editorRoute.useSearch();
  const navigate = editorRoute.useNavigate();
  const work = useFlowDraft(active, draft);
  const problems = useFlowProblems(work);
  const simulation = useSimulation(work, panel === 'simulation');
  const { labelOf, show } = useFieldWords(work.flow);
  const say = useSay('flows');
  const { nameOf } = useFlowWords();
  const mayEdit = mayCall(session, 'loginFlowPutDraft');
  useSaveKey(() => {
    if (work.changeCount > 0 && mayEdit) void work.save();
  });
  useUndoKeys(mayEdit ? work : {});
  usePageEntries(
    work.flow.steps.map((of) => ({
      id: of.id,
      label: nameOf(of),
      hint: say('palette.step'),
      icon: Workflow,
      href: `/sign-in/flows?step=${encodeURIComponent(of.id)}`,
    })),
  );
  const path = useMemo(
    () => simulation.result && pathOf(work.flow, simulation.result.path, simulation.entrypoint),
    [work.flow, simulation.result, simulation.entrypoint],
  );
  const select = (id: string | null) =>
    void navigate({
      search: {
        view,
        step: id ?? undefined,
        panel: panel === 'settings' ? undefined : panel,
      },
      replace: true,
      resetScroll: false,
    });
  const View = view === 'outline' || isNarrow ? FlowOutline : FlowCanvas;
  return (
    <div className={styles['editor']}>
      <FlowTools work={work} active={active} problems={problems} select={select} />
      <Notices work={work} />
      {panel === 'settings' && <FlowSettings work={work} isDisabled={!mayEdit} />}
      <View
        work={work}
        problems={problems}
        selected={step}
        onSelect={select}
        path={path}
        isDisabled={!mayEdit}
      />
      {panel === 'simulation' && (
        <SimulationPanel work={work} simulation={simulation} onSelect={select} />
      )}
      <ChangesBar
        count={work.changeCount}
        isPending={work.isSaving}
        onDiscard={work.discard}
        onSave={() => void work.save()}
      />
      {work.conflict && <ConflictDialog isOpen {...work.conflict} labelOf={labelOf} show={show} />}
    </div>
  );
}

/** The draft of the login flow, as a graph or as an outline. */
export function FlowEditorPage() {
  const active = useQuery(activeFlowQuery);
  // Another person may save the draft.
  const draft = useQuery({ ...draftQuery, refetchInterval: 30_000 });
  return (
    <Loaded query={active} lines={8}>
      {(flow) => (
        <Loaded query={draft} lines={8}>
          {(_, read) => <Editor active={flow} draft={read} />}
        </Loaded>
      )}
    </Loaded>
  );
}
