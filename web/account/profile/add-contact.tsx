import { useState } from 'react';
import { isProblem, me } from '@platform/sdk';
import type { MyContact } from '@platform/sdk';
import { useWrite } from '../../client/write.ts';
import { Button } from '../../kit/controls/button.tsx';
import { showToast } from '../../kit/overlays/toast.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { TextDialog } from '../../parts/text-dialog.tsx';

const refreshes = ['meGet', 'meActivityList'] as const;

/** Sends a code to an address. */
const useSendCode = (onDone: (contact: MyContact) => void) =>
  useWrite((api, value: string, key) => me(api).contacts.create({ type: 'email', value }, key), {
    refreshes,
    onDone,
  });

/** Asks for the code that was sent. */
function EnterCode({ contact, onClose }: { contact: MyContact; onClose: () => void }) {
  const say = useSay('account-profile');
  const { id, value } = contact;
  const verify = useWrite((api, code: string, key) => me(api).contacts.verify(id, { code }, key), {
    refreshes,
    onDone() {
      showToast({ text: say('contact.verified', { value }) });
      onClose();
    },
  });
  const again = useSendCode(() => showToast({ text: say('code.sentAgain', { value }) }));
  const isWrong = isProblem(verify.error, 'invalid_state', 'validation_failed');
  return (
    <TextDialog
      title={say('code.title')}
      field={{
        label: say('code.label'),
        autoComplete: 'one-time-code',
        inputMode: 'numeric',
        maxLength: 6,
        ...(isWrong && { problem: say('code.wrong') }),
      }}
      action={say('code.action')}
      other={
        <div>
          <Button
            size="small"
            kind="quiet"
            isPending={again.isPending}
            onPress={() => again.mutate(value)}
          >
            {say('code.again')}
          </Button>
        </div>
      }
      isPending={verify.isPending}
      error={verify.error ?? again.error}
      onSubmit={(code) => verify.mutate(code.replaceAll(/\D/g, ''))}
      onClose={onClose}
    >
      <p>{say('code.sent', { value })}</p>
    </TextDialog>
  );
}

export interface AddContactProps {
  /** An address that has been added and not verified. */
  value?: string;
  onClose: () => void;
}

/** Adds an address: its code is sent, then asked for. */
export function AddContact({ value, onClose }: AddContactProps) {
  const say = useSay('account-profile');
  const [sent, setSent] = useState<MyContact>();
  const send = useSendCode(setSent);
  if (sent) return <EnterCode contact={sent} onClose={onClose} />;
  return (
    <TextDialog
      title={say(value === undefined ? 'contact.addTitle' : 'contact.verifyTitle')}
      field={{
        label: say('contact.email'),
        hint: say('contact.emailHint'),
        type: 'email',
        autoComplete: 'email',
        inputMode: 'email',
      }}
      {...(value !== undefined && { initial: value })}
      action={say('contact.send')}
      isPending={send.isPending}
      error={send.error}
      onSubmit={(text) => send.mutate(text)}
      onClose={onClose}
    />
  );
}
