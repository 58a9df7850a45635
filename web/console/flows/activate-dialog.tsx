import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { loginFlows } from '@platform/sdk';
import type { ActivateLoginFlowRequest, LoginFlowDefinition } from '@platform/sdk';
import type { LoginFlow, LoginFlowProblem } from '@platform/contracts';
import { useWrite } from '../../client/write.ts';
import { Banner } from '../../kit/content/banner.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { Checkbox } from '../../kit/controls/checkbox.tsx';
import { TextArea } from '../../kit/controls/text-field.tsx';
import { Dialog } from '../../kit/overlays/dialog.tsx';
import { showToast } from '../../kit/overlays/toast.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { ShowCode } from '../../parts/show-code.tsx';
import { ApplicationNames } from './application-names.tsx';
import { DifferenceList } from './difference-list.tsx';
import { asFlow } from './flow-draft.ts';
import { assuranceByEntrypoint } from './flow-problems.ts';
import { bindingsQuery } from './flow-queries.ts';
import { useFlowWords } from './flow-words.ts';
import styles from './flows.module.css';

type Source = Pick<ActivateLoginFlowRequest, 'source' | 'version' | 'expectedDraftRevision'>;

interface ActivateDialogProps {
  active: LoginFlowDefinition;
  /** The flow that becomes active. */
  next: LoginFlow;
  source: Source;
  problems: readonly LoginFlowProblem[];
  onClose: () => void;
}

/** The assurance that sign-ins reach, before and after. */
function Assurance({ before, after }: { before: LoginFlow; after: LoginFlow }) {
  const say = useSay('flows');
  const words = useFlowWords();
  const old = new Map(assuranceByEntrypoint(before));
  return (
    <ul className={styles['plain']}>
      {assuranceByEntrypoint(after).map(([entrypoint, { min, max }]) => (
        <li key={entrypoint}>
          {say('assurance.change', {
            entrypoint: words.entryOf(entrypoint),
            before: words.levelOf(old.get(entrypoint)?.min ?? null),
            after: words.levelOf(min),
            max: words.levelOf(max),
          })}
        </li>
      ))}
    </ul>
  );
}

/** The applications that the activation concerns. */
function Concerned() {
  const say = useSay('flows');
  const bindings = useQuery(bindingsQuery).data?.value ?? [];
  const following = bindings.filter(({ version }) => version === null);
  const pinned = bindings.filter(({ version }) => version !== null);
  return (
    <>
      <p>{say('activate.concerns')}</p>
      {following.length > 0 && (
        <p>
          {say.rich('activate.following', {
            names: <ApplicationNames key="names" ids={following.map(({ clientId }) => clientId)} />,
          })}
        </p>
      )}
      {pinned.length > 0 && (
        <p>
          {say.rich('activate.pinned', {
            names: <ApplicationNames key="names" ids={pinned.map(({ clientId }) => clientId)} />,
          })}
        </p>
      )}
    </>
  );
}

/** Compares what becomes active with what is, names whom it concerns, and asks for a comment. */
export function ActivateDialog({ active, next, source, problems, onClose }: ActivateDialogProps) {
  const say = useSay('flows');
  const sayApp = useSay('app');
  const words = useFlowWords();
  const [comment, setComment] = useState('');
  const [terminateInProgress, setTerminate] = useState(false);
  const body: ActivateLoginFlowRequest = {
    ...source,
    expectedActiveVersion: active.version ?? 0,
    ...(comment.trim() && { comment: comment.trim() }),
    terminateInProgress,
  };
  const isRollback = source.source === 'version';
  const write = useWrite(
    (api, request: ActivateLoginFlowRequest, key) => loginFlows(api).activate(request, key),
    {
      refreshes: [
        'loginFlowGetActive',
        'loginFlowGetDraft',
        'loginFlowGetVersions',
        'loginFlowListClientBindings',
      ],
      onDone({ version }) {
        showToast({ text: say('activate.done', { version: version ?? 0 }) });
        onClose();
      },
    },
  );
  const warnings = problems.filter(({ severity }) => severity === 'warning');
  return (
    <Dialog
      title={
        isRollback ? say('rollBack.title', { version: source.version ?? 0 }) : say('activate.title')
      }
      size="wide"
      isOpen
      onClose={onClose}
      isDismissable={!write.isPending && comment === ''}
      actions={
        <>
          <ShowCode entries={[{ operation: 'loginFlowActivate', body }]} />
          <Button onPress={onClose} isDisabled={write.isPending}>
            {sayApp('cancel')}
          </Button>
          <Button kind="primary" isPending={write.isPending} onPress={() => write.mutate(body)}>
            {say(isRollback ? 'rollBack.action' : 'activate.action')}
          </Button>
        </>
      }
    >
      <div className={styles['form']}>
        <h3>{say('activate.compared', { version: active.version ?? 0 })}</h3>
        <DifferenceList before={asFlow(active)} after={next} />
        <h3>{say('assurance')}</h3>
        <Assurance before={asFlow(active)} after={next} />
        {warnings.map((problem) => (
          <Banner key={problem.code + problem.pointer} state="warning">
            {words.problemOf(problem)}
          </Banner>
        ))}
        <h3>{say('tab.applications')}</h3>
        <Concerned />
        <TextArea
          label={say('activate.comment')}
          hint={say('activate.comment.hint')}
          value={comment}
          onChange={setComment}
          rows={2}
          maxLength={500}
          isOptional
        />
        <Checkbox
          label={say('activate.terminate')}
          hint={say('activate.terminate.hint')}
          isSelected={terminateInProgress}
          onChange={setTerminate}
        />
        {write.error && <ProblemNote error={write.error} />}
      </div>
    </Dialog>
  );
}
