import type { Interruption } from '../client/session-gate.ts';
import { useInterruption } from '../client/session-keeper.ts';
import { signInTabUrl } from '../client/sign-in-tab.ts';
import { useWebClient } from '../client/web-client.ts';
import { Button } from '../kit/controls/button.tsx';
import { Dialog } from '../kit/overlays/dialog.tsx';
import { useSay } from '../kit/words/words-context.ts';

const never = (): void => undefined;

function SessionEnded() {
  const say = useSay('app');
  const { app } = useWebClient();
  return (
    <Dialog
      title={say('session.ended')}
      role="alertdialog"
      isOpen
      isDismissable={false}
      onClose={never}
      actions={
        <Button kind="primary" onPress={() => window.open(signInTabUrl(app, {}))}>
          {say('session.signInTab')}
        </Button>
      }
    >
      <p>{say('session.endedText')}</p>
    </Dialog>
  );
}

function StepUp({ wish }: { wish: Extract<Interruption, { kind: 'step-up' }> }) {
  const say = useSay('app');
  const { app, gate } = useWebClient();
  const { maxAgeSeconds = 900, acr } = wish;
  // A passkey or a second factor is asked for where the issuer knows one; the operation says if a particular level is needed.
  const url = signInTabUrl(app, { maxAgeSeconds, ...(acr !== undefined && { acr }) });
  return (
    <Dialog
      title={say('stepUp.title')}
      role="alertdialog"
      isOpen
      onClose={gate.cancel}
      actions={
        <>
          <Button onPress={gate.cancel}>{say('cancel')}</Button>
          <Button kind="primary" onPress={() => window.open(url)}>
            {say('session.signInTab')}
          </Button>
        </>
      }
    >
      <p>{say('stepUp.text', { minutes: Math.round(maxAgeSeconds / 60) })}</p>
    </Dialog>
  );
}

/** Asks the user to sign in again, over the page, when a request waits for it. */
export function SessionDialogs() {
  const interruption = useInterruption();
  if (!interruption) return null;
  return interruption.kind === 'ended' ? <SessionEnded /> : <StepUp wish={interruption} />;
}
