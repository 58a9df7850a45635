import { useQuery } from '@tanstack/react-query';
import type { Client } from '@platform/sdk';
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

/** The assurance that a step-up asks for if the operation names none, such as `aal2` of those who can reach it. */
export type StepUpAcr = (api: Client) => Promise<string | undefined>;

/** See {@link StepUpAcr}. If it cannot be read, the step-up asks for none: the platform decides. */
function useStepUpAcr(stepUpAcr: StepUpAcr | undefined, named: string | undefined) {
  const { api } = useWebClient();
  const { data, isLoading } = useQuery({
    queryKey: ['step-up acr'],
    queryFn: async () => (await stepUpAcr?.(api)) ?? null,
    enabled: stepUpAcr !== undefined && named === undefined,
    retry: false,
    gcTime: 0,
  });
  return { acr: named ?? data ?? undefined, isLoading };
}

interface StepUpProps {
  wish: Extract<Interruption, { kind: 'step-up' }>;
  stepUpAcr: StepUpAcr | undefined;
}

function StepUp({ wish, stepUpAcr }: StepUpProps) {
  const say = useSay('app');
  const { app, gate } = useWebClient();
  const { maxAgeSeconds = 900 } = wish;
  const { acr, isLoading } = useStepUpAcr(stepUpAcr, wish.acr);
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
          <Button kind="primary" isPending={isLoading} onPress={() => window.open(url)}>
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
export function SessionDialogs({ stepUpAcr }: { stepUpAcr: StepUpAcr | undefined }) {
  const interruption = useInterruption();
  if (!interruption) return null;
  return interruption.kind === 'ended' ? (
    <SessionEnded />
  ) : (
    <StepUp wish={interruption} stepUpAcr={stepUpAcr} />
  );
}
