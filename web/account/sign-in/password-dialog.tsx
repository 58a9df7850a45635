import { useId, useState } from 'react';
import { me } from '@platform/sdk';
import { findingsOf } from '../../client/field-words.ts';
import { useWrite } from '../../client/write.ts';
import { Button } from '../../kit/controls/button.tsx';
import { PasswordField } from '../../kit/controls/password-field.tsx';
import { Dialog } from '../../kit/overlays/dialog.tsx';
import { showToast } from '../../kit/overlays/toast.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { methodReads } from './add-credential.tsx';

/** Sets a new password. One that replaces another ends the user's other sessions. */
export function PasswordDialog({ isNew, onClose }: { isNew: boolean; onClose: () => void }) {
  const say = useSay('account-sign-in');
  const sayApp = useSay('app');
  const sayProblem = useSay('problems');
  const [newPassword, setNewPassword] = useState('');
  const id = useId();
  const set = useWrite((api, body: { newPassword: string }) => me(api).password.put(body), {
    refreshes: [...methodReads, 'meSessionList'],
    onDone() {
      showToast({ text: say(isNew ? 'password.set' : 'password.changed') });
      onClose();
    },
  });
  const [finding] = set.error
    ? findingsOf(set.error, sayProblem).filter(({ pointer }) => pointer !== '')
    : [];
  return (
    <Dialog
      title={say(isNew ? 'password.setTitle' : 'password.changeTitle')}
      isOpen
      isDismissable={!set.isPending}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose} isDisabled={set.isPending}>
            {sayApp('cancel')}
          </Button>
          <Button
            kind="primary"
            type="submit"
            form={id}
            isPending={set.isPending}
            isDisabled={newPassword === ''}
          >
            {say('password.save')}
          </Button>
        </>
      }
    >
      <form
        id={id}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (newPassword !== '' && !set.isPending) set.mutate({ newPassword });
        }}
      >
        <PasswordField
          label={say('password.new')}
          hint={say(isNew ? 'password.hint' : 'password.hintChange')}
          autoComplete="new-password"
          autoFocus
          value={newPassword}
          onChange={setNewPassword}
          problem={finding?.detail}
        />
      </form>
      {set.error && !finding && <ProblemNote error={set.error} />}
    </Dialog>
  );
}
