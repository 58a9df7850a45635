import { useState } from 'react';
import { Plus, Trash2 } from 'lucide-react';
import { Button } from '../../kit/controls/button.tsx';
import { IconButton } from '../../kit/controls/icon-button.tsx';
import { Icon } from '../../kit/controls/icon.tsx';
import { Select } from '../../kit/controls/select.tsx';
import { TextField } from '../../kit/controls/text-field.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { freeId } from './flow-edit.ts';
import type { FlowDraft } from './flow-draft.ts';
import { useFlowWords } from './flow-words.ts';
import styles from './flows.module.css';

/** Where sign-ins begin: applications can be bound to an entry point of their own. */
export function EntrypointFields({ work, isDisabled }: { work: FlowDraft; isDisabled: boolean }) {
  const say = useSay('flows');
  const words = useFlowWords();
  const [name, setName] = useState('');
  const { entrypoints, steps } = work.flow;
  const set = (changed: Record<string, string>) =>
    work.change((flow) => ({ ...flow, entrypoints: changed }));
  const choices = steps.map((step) => ({ id: step.id, label: words.nameOf(step) }));
  return (
    <fieldset className={styles['group']}>
      <legend>{say('entrypoints')}</legend>
      {Object.entries(entrypoints).map(([entry, to]) => (
        <div key={entry} className={styles['comparison']}>
          <Select
            label={words.entryOf(entry)}
            value={to}
            onChange={(step) => set({ ...entrypoints, [entry]: step })}
            choices={choices}
            isDisabled={isDisabled}
          />
          {entry !== 'default' && !isDisabled && (
            <IconButton
              icon={Trash2}
              label={say('entrypoint.remove')}
              onPress={() => {
                const { [entry]: _removed, ...others } = entrypoints;
                set(others);
              }}
            />
          )}
        </div>
      ))}
      {!isDisabled && Object.keys(entrypoints).length < 10 && (
        <div className={styles['comparison']}>
          <TextField
            label={say('entrypoint.new')}
            value={name}
            onChange={setName}
            maxLength={30}
            isOptional
          />
          <Button
            isDisabled={name.trim() === ''}
            onPress={() => {
              const id = freeId(name, new Set(Object.keys(entrypoints)));
              set({ ...entrypoints, [id]: entrypoints['default'] ?? '' });
              setName('');
            }}
          >
            <Icon of={Plus} />
            {say('entrypoint.add')}
          </Button>
        </div>
      )}
    </fieldset>
  );
}
