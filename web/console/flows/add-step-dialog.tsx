import { useState } from 'react';
import { Button } from '../../kit/controls/button.tsx';
import { Select } from '../../kit/controls/select.tsx';
import { TextField } from '../../kit/controls/text-field.tsx';
import { Dialog } from '../../kit/overlays/dialog.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import type { FlowDraft } from './flow-draft.ts';
import { insertStep, newStep, stepTypes } from './flow-edit.ts';
import type { StepType } from './flow-edit.ts';
import { exitsOf, orderedSteps } from './flow-exits.ts';
import { editorRoute } from './flow-routes.ts';
import { useFlowWords } from './flow-words.ts';
import styles from './flows.module.css';

interface AddStepDialogProps {
  work: FlowDraft;
  onAdded: (id: string) => void;
  onClose: () => void;
}

/** Adds a step after an exit of another one. */
export function AddStepDialog({ work, onAdded, onClose }: AddStepDialogProps) {
  const say = useSay('flows');
  const sayApp = useSay('app');
  const words = useFlowWords();
  const { step: selected } = editorRoute.useSearch();
  const { flow } = work;
  const places = orderedSteps(flow).flatMap(({ step }) =>
    exitsOf(step).map((exit) => ({
      id: `${step.id}:${exit.id}`,
      step: step.id,
      exit: exit.id,
      label: say('outline.place', { step: words.nameOf(step), exit: words.exitOf(exit) }),
    })),
  );
  const [type, setType] = useState<StepType>('authenticate');
  const [title, setTitle] = useState('');
  const [after, setAfter] = useState(
    () => places.find(({ step }) => step === selected)?.id ?? 'none',
  );
  const add = () => {
    const step = newStep(flow, type, title.trim());
    work.change((before) =>
      insertStep(
        before,
        step,
        places.find(({ id }) => id === after),
      ),
    );
    onAdded(step.id);
    onClose();
  };
  return (
    <Dialog
      title={say('step.add')}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{sayApp('cancel')}</Button>
          <Button kind="primary" onPress={add}>
            {say('step.add')}
          </Button>
        </>
      }
    >
      <div className={styles['form']}>
        <Select
          label={say('step.type')}
          value={type}
          onChange={setType}
          choices={stepTypes.map((id) => ({
            id,
            label: say(`type.${id}`),
            hint: say(`type.${id}.about`),
          }))}
        />
        <TextField
          label={say('step.title')}
          value={title}
          onChange={setTitle}
          maxLength={100}
          isOptional
        />
        <Select
          label={say('step.after')}
          value={after}
          onChange={setAfter}
          choices={[{ id: 'none', label: say('step.after.none') }, ...places]}
        />
      </div>
    </Dialog>
  );
}
