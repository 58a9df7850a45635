import { Dialog } from '../../kit/overlays/dialog.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { spentToken } from '../link/link-token.ts';
import { NewLink } from '../link/new-link.tsx';

const never = (): void => undefined;

/** Over the page: its session has ended. A new link, opened in another tab, continues it. */
export function SessionEnded() {
  const say = useSay('setup');
  const token = spentToken();
  return (
    <Dialog
      title={say('session.ended')}
      role="alertdialog"
      isOpen
      isDismissable={false}
      onClose={never}
      actions={token !== undefined && <NewLink token={token} />}
    >
      <p>{say(token === undefined ? 'session.endedReopen' : 'session.endedRenew')}</p>
    </Dialog>
  );
}
