import { useState } from 'react';
import { Check, Copy, Download } from 'lucide-react';
import { Banner } from '../content/banner.tsx';
import { copyText, saveAsFile } from '../content/take-away.ts';
import { Button } from '../controls/button.tsx';
import { Checkbox } from '../controls/checkbox.tsx';
import { Icon } from '../controls/icon.tsx';
import { useSay } from '../words/words-context.ts';
import { Dialog } from './dialog.tsx';
import styles from './dialog.module.css';

export interface SecretDialogProps {
  title: string;
  /** Null: the dialog is closed. The caller forgets the secret in `onClose`. */
  secret: string | null;
  fileName: string;
  onClose: () => void;
}

/** Shows a secret once. It can be closed only after its reader says that it is stored. */
export function SecretDialog({ title, secret, fileName, onClose }: SecretDialogProps) {
  const say = useSay('kit');
  const [isStored, setIsStored] = useState(false);
  const [isCopied, setIsCopied] = useState(false);
  const close = () => {
    setIsStored(false);
    setIsCopied(false);
    onClose();
  };
  return (
    <Dialog
      title={title}
      role="alertdialog"
      isOpen={secret !== null}
      isDismissable={false}
      onClose={close}
      actions={
        <Button kind="primary" isDisabled={!isStored} onPress={close}>
          {say('secret.done')}
        </Button>
      }
    >
      <Banner state="warning">{say('secret.shownOnce')}</Banner>
      <code className={styles['secret']} tabIndex={0}>
        {secret}
      </code>
      <div className={styles['row']}>
        <Button onPress={async () => setIsCopied(await copyText(secret ?? ''))}>
          <Icon of={isCopied ? Check : Copy} />
          {say(isCopied ? 'copied' : 'copy')}
        </Button>
        <Button onPress={() => saveAsFile(secret ?? '', { name: fileName, type: 'text/plain' })}>
          <Icon of={Download} />
          {say('download')}
        </Button>
      </div>
      <Checkbox label={say('secret.stored')} isSelected={isStored} onChange={setIsStored} />
    </Dialog>
  );
}
