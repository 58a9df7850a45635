import { useState } from 'react';
import { setup } from '@platform/sdk';
import { useWrite } from '../../client/write.ts';
import { Button } from '../../kit/controls/button.tsx';
import { showToast } from '../../kit/overlays/toast.tsx';
import { useSay, useWords } from '../../kit/words/words-context.ts';
import { TextDialog } from '../../parts/text-dialog.tsx';
import styles from './run.module.css';

/** Sends a link for the same tasks to someone with the rights that this contact lacks. */
export function SendToColleague() {
  const say = useSay('setup');
  const { locale } = useWords();
  const [isOpen, setIsOpen] = useState(false);
  const send = useWrite(
    (api, recipient: string, key) => setup(api).links.create({ recipient, locale }, key),
    {
      refreshes: [],
      onDone({ recipient }) {
        setIsOpen(false);
        showToast({ text: say('colleague.sent', { recipient }) });
      },
    },
  );
  const close = () => {
    send.reset();
    setIsOpen(false);
  };
  return (
    <div className={styles['colleague']}>
      <span>{say('colleague.question')}</span>
      <Button size="small" onPress={() => setIsOpen(true)}>
        {say('colleague.send')}
      </Button>
      {isOpen && (
        <TextDialog
          title={say('colleague.title')}
          field={{ label: say('colleague.email'), type: 'email', autoComplete: 'off' }}
          action={say('colleague.send')}
          isPending={send.isPending}
          error={send.error}
          onSubmit={(recipient) => send.mutate(recipient)}
          onClose={close}
        >
          <p>{say('colleague.text')}</p>
        </TextDialog>
      )}
    </div>
  );
}
