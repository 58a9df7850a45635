import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { fga } from '@platform/sdk';
import type { FgaAssertion, FgaModelValidation, WriteModelRequest } from '@platform/sdk';
import { useWrite } from '../../client/write.ts';
import { Button } from '../../kit/controls/button.tsx';
import { TextField } from '../../kit/controls/text-field.tsx';
import { Dialog } from '../../kit/overlays/dialog.tsx';
import { showToast } from '../../kit/overlays/toast.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { ShowCode } from '../../parts/show-code.tsx';
import { assertionsQuery } from './relation-queries.ts';
import styles from './relations.module.css';

export interface ActivateModelDialogProps {
  dsl: string;
  /** The version, if it is stored already. */
  stored: string | undefined;
  report: FgaModelValidation;
  onClose: () => void;
  onDone: () => void;
}

const changedReads = [
  'fgaModelGet',
  'fgaModelList',
  'fgaModelValidate',
  'fgaStoreGet',
  'fgaAssertionsGet',
  'fgaCheck',
  'fgaCheckExplain',
] as const;

/** Stores a model and makes it the active one, after what that means has been said. The tests come along. */
export function ActivateModelDialog({
  dsl,
  stored,
  report,
  onClose,
  onDone,
}: ActivateModelDialogProps) {
  const say = useSay('relations');
  const sayApp = useSay('app');
  const queryClient = useQueryClient();
  const [description, setDescription] = useState('');
  const [id, setId] = useState(stored);

  const create = useWrite(
    (api, body: WriteModelRequest, key) => fga(api).models.create(body, key),
    { refreshes: ['fgaModelList'] },
  );
  const bring = useWrite(
    (api, { modelId, assertions }: { modelId: string; assertions: FgaAssertion[] }) =>
      fga(api).assertions.put({ assertions }, { modelId }),
    { refreshes: [] },
  );
  const activate = useWrite((api, version: string) => fga(api).models.activate(version), {
    refreshes: changedReads,
    onDone: () => showToast({ text: say('model.activated') }),
  });
  const body: WriteModelRequest = {
    dsl,
    activate: false,
    expectedActiveModelId: report.activeModelId,
    ...(description && { description }),
  };

  /** The version, with the tests of the active one. A second attempt, as after a step-up, uses the same version. */
  async function store(): Promise<string> {
    if (id !== undefined) return id;
    const created = await create.mutateAsync(body);
    if (report.assertions.length > 0) {
      const { value } = await queryClient.fetchQuery(assertionsQuery());
      await bring.mutateAsync({ modelId: created.id, assertions: value.assertions });
    }
    setId(created.id);
    return created.id;
  }

  async function run(): Promise<void> {
    try {
      await activate.mutateAsync(await store());
      onDone();
    } catch {
      // The error is shown below.
    }
  }

  const error = create.error ?? bring.error ?? activate.error;
  const failed = report.assertions.filter(({ passed }) => !passed).length;
  const unfit = report.tuples?.unfit ?? 0;
  return (
    <Dialog
      title={say('activate.title')}
      isOpen
      onClose={onClose}
      actions={
        <>
          <ShowCode entries={[{ operation: 'fgaModelWrite', body: { ...body } }]} />
          <Button onPress={onClose}>{sayApp('cancel')}</Button>
          <Button
            kind={failed > 0 || unfit > 0 ? 'danger' : 'primary'}
            isPending={create.isPending || bring.isPending || activate.isPending}
            onPress={() => void run()}
          >
            {say('model.activateNow')}
          </Button>
        </>
      }
    >
      <div className={styles['stack']}>
        <ul>
          <li>{say('report.changes', { count: report.changes.length })}</li>
          <li>{say('report.unfit', { count: unfit })}</li>
          <li>{say('report.failed', { count: failed, total: report.assertions.length })}</li>
        </ul>
        {id === undefined && (
          <TextField
            label={say('column.description')}
            value={description}
            onChange={setDescription}
            maxLength={256}
            isOptional
          />
        )}
        {error && <ProblemNote error={error} />}
      </div>
    </Dialog>
  );
}
