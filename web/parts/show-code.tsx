import { Suspense, useState } from 'react';
import { Code } from 'lucide-react';
import type { CodeEntry } from '../client/request-code.ts';
import { Button } from '../kit/controls/button.tsx';
import { Icon } from '../kit/controls/icon.tsx';
import { useSay } from '../kit/words/words-context.ts';
import { lazyPart } from '../kit/lazy-part.tsx';

const CodeDialog = lazyPart(async () => (await import('./code-dialog.tsx')).CodeDialog);

/** Shows the requests of a page as code: its reads, and the write that has not been sent yet. */
export function ShowCode({ entries }: { entries: readonly CodeEntry[] }) {
  const say = useSay('app');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button kind="quiet" onPress={() => setIsOpen(true)}>
        <Icon of={Code} />
        {say('code.button')}
      </Button>
      {isOpen && (
        <Suspense>
          <CodeDialog entries={entries} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
