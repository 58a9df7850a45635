import { isProblem, me } from '@platform/sdk';
import type { Enrollment } from '@platform/sdk';
import { useWrite } from '../../client/write.ts';
import { CopyableValue } from '../../kit/content/copyable.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { TextDialog } from '../../parts/text-dialog.tsx';
import { methodReads } from './add-credential.tsx';
import { QrCode } from './qr-code.tsx';
import styles from './sign-in.module.css';

export interface AddAuthenticatorAppProps {
  enrollment: Enrollment;
  /** Recovery codes come with the first app. */
  onDone: (recoveryCodes: readonly string[]) => void;
  onClose: () => void;
}

/** In groups of four, as apps show it. */
const grouped = (secret: string): string => secret.replaceAll(/(.{4})(?=.)/g, '$1 ');

/** Shows the secret for an authenticator app, and asks for the code that proves that the app has it. */
export function AddAuthenticatorApp({ enrollment, onDone, onClose }: AddAuthenticatorAppProps) {
  const say = useSay('account-sign-in');
  const { id, uri, secret } = enrollment;
  const complete = useWrite(
    (api, code: string, key) => me(api).authenticators.complete(id, { code }, key),
    {
      refreshes: methodReads,
      onDone: ({ recoveryCodes }) => onDone(recoveryCodes),
    },
  );
  const isWrong = isProblem(complete.error, 'invalid_state', 'validation_failed');
  return (
    <TextDialog
      title={say('totp.addTitle')}
      field={{
        label: say('totp.code'),
        autoComplete: 'one-time-code',
        inputMode: 'numeric',
        maxLength: 8,
        ...(isWrong && { problem: say('totp.wrong') }),
      }}
      action={say('totp.confirm')}
      isPending={complete.isPending}
      error={complete.error}
      onSubmit={(code) => complete.mutate(code.replaceAll(/\s/g, ''))}
      onClose={onClose}
    >
      <p>{say('totp.scan')}</p>
      {uri !== null && <QrCode text={uri} label={say('totp.qr')} />}
      {secret !== null && (
        <div className={styles['secret']}>
          <span className={styles['secretLabel']}>{say('totp.secret')}</span>
          <CopyableValue text={grouped(secret)} label={say('totp.copySecret')} />
        </div>
      )}
    </TextDialog>
  );
}
