import { Outlet, useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { Button } from '../../kit/controls/button.tsx';
import { TabLinks } from '../../kit/controls/tabs.tsx';
import { PageHeader } from '../../kit/frame/page-header.tsx';
import { useSingleKeys } from '../../kit/shortcuts.ts';
import { useSay } from '../../kit/words/words-context.ts';
import { DeleteTuplesDialog } from './delete-tuples-dialog.tsx';
import { ImportTuplesDialog } from './import-tuples-dialog.tsx';
import { WriteTupleDialog } from './write-tuple-dialog.tsx';
import styles from './relations.module.css';

const base = '/access/tuples';

/** The tuples of the store, their changes, and exports of what they allow. */
export function TuplesPage() {
  const say = useSay('relations');
  const session = useSession();
  const { pathname } = useLocation();
  const [open, setOpen] = useState<'write' | 'import' | 'delete'>();
  const mayWrite = mayCall(session, 'fgaTuplesWrite');
  const close = () => setOpen(undefined);
  useSingleKeys(mayWrite ? { c: () => setOpen('write') } : {});
  const current = [`${base}/changes`, `${base}/exports`].find((path) => pathname.endsWith(path));
  return (
    <>
      <PageHeader
        title={say('tuples.title')}
        actions={
          mayWrite && (
            <>
              <Button onPress={() => setOpen('delete')}>{say('tuples.delete')}</Button>
              <Button onPress={() => setOpen('import')}>{say('tuples.import')}</Button>
              <Button kind="primary" onPress={() => setOpen('write')}>
                {say('tuples.write')}
              </Button>
            </>
          )
        }
      />
      <TabLinks
        label={say('tuples.title')}
        current={current ?? base}
        tabs={[
          { href: base, label: say('tab.tuples') },
          { href: `${base}/changes`, label: say('tab.changes') },
          { href: `${base}/exports`, label: say('tab.exports') },
        ]}
      />
      <div className={styles['belowTabs']}>
        <Outlet />
      </div>
      {open === 'write' && <WriteTupleDialog onClose={close} />}
      {open === 'import' && <ImportTuplesDialog onClose={close} />}
      {open === 'delete' && <DeleteTuplesDialog onClose={close} />}
    </>
  );
}
