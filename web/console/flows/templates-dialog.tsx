import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { loginFlows } from '@platform/sdk';
import type { LoginFlowDefinition } from '@platform/sdk';
import { useWrite } from '../../client/write.ts';
import { Banner } from '../../kit/content/banner.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { RadioGroup } from '../../kit/controls/radio-group.tsx';
import { Dialog } from '../../kit/overlays/dialog.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import type { Areas } from '../../messages/areas.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { draftQuery, templatesQuery } from './flow-queries.ts';
import { useFlowWords } from './flow-words.ts';
import styles from './flows.module.css';

type Key = keyof Areas['flows'];

interface TemplatesDialogProps {
  /** The draft that a template replaces; null if there is none. */
  saved: LoginFlowDefinition | null;
  onClose: () => void;
}

/** Templates to begin with. One becomes the draft; a draft that was saved meanwhile is not replaced. */
export function TemplatesDialog({ saved, onClose }: TemplatesDialogProps) {
  const say = useSay('flows');
  const sayApp = useSay('app');
  const { levelOf } = useFlowWords();
  const query = useQuery(templatesQuery);
  const etag = useQuery(draftQuery).data?.etag;
  const [chosen, setChosen] = useState<string | null>(null);
  const apply = useWrite(
    (api, id: string, key) =>
      loginFlows(api).templates.apply(id, { ...key, ...(etag !== undefined && { ifMatch: etag }) }),
    { refreshes: ['loginFlowGetDraft'], onDone: onClose },
  );
  return (
    <Dialog
      title={say('templates')}
      size="wide"
      isOpen
      onClose={onClose}
      isDismissable={!apply.isPending}
      actions={
        <>
          <Button onPress={onClose}>{sayApp('cancel')}</Button>
          <Button
            kind="primary"
            isDisabled={chosen === null}
            isPending={apply.isPending}
            onPress={() => chosen !== null && apply.mutate(chosen)}
          >
            {say('templates.apply')}
          </Button>
        </>
      }
    >
      <div className={styles['form']}>
        {saved && (
          <Banner state="warning">
            {say('templates.replaces', { revision: saved.revision ?? 0 })}
          </Banner>
        )}
        <Loaded query={query} lines={8}>
          {(templates) => (
            <RadioGroup
              label={say('templates.label')}
              value={chosen}
              onChange={setChosen}
              choices={templates.map(({ id, assurance }) => ({
                id,
                label: say(`template.${id}` as Key),
                hint: say('templates.hint', {
                  about: say(`template.${id}.about` as Key),
                  level: levelOf(assurance['default']?.min ?? null),
                }),
              }))}
            />
          )}
        </Loaded>
        {apply.error && <ProblemNote error={apply.error} />}
      </div>
    </Dialog>
  );
}
