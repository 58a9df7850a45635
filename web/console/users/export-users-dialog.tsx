import { useState } from 'react';
import { users } from '@platform/sdk';
import type { CreateUserExportRequest } from '@platform/sdk';
import { useWrite } from '../../client/write.ts';
import { Button } from '../../kit/controls/button.tsx';
import { Checkbox } from '../../kit/controls/checkbox.tsx';
import { RadioGroup } from '../../kit/controls/radio-group.tsx';
import { Dialog } from '../../kit/overlays/dialog.tsx';
import { showToast } from '../../kit/overlays/toast.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { ShowCode } from '../../parts/show-code.tsx';
import { openJobs } from '../jobs/open-jobs.ts';
import type { UserFilter } from './user-queries.ts';
import styles from './users.module.css';

const formats = ['csv', 'ndjson'] as const;

/** Exports the users of the list. The platform asks for a recent sign-in. */
export function ExportUsersDialog({
  filter,
  onClose,
}: {
  filter: UserFilter;
  onClose: () => void;
}) {
  const say = useSay('jobs');
  const sayApp = useSay('app');
  const [format, setFormat] = useState<(typeof formats)[number]>('csv');
  const [isCompressed, setIsCompressed] = useState(false);
  const isFiltered = Object.keys(filter).length > 0;
  const create = useWrite(
    (api, body: CreateUserExportRequest, key) => users(api).exports.create(body, key),
    {
      refreshes: ['userExportList'],
      onDone() {
        showToast({
          text: say('export.started'),
          action: { label: say('show'), onAction: openJobs },
        });
        onClose();
      },
    },
  );
  const body: CreateUserExportRequest = {
    format,
    compression: isCompressed ? 'gzip' : 'none',
    ...(isFiltered && { filter }),
  };
  return (
    <Dialog
      title={say('export.title')}
      isOpen
      onClose={onClose}
      actions={
        <>
          <ShowCode entries={[{ operation: 'userExportCreate', body }]} />
          <Button onPress={onClose}>{sayApp('cancel')}</Button>
          <Button kind="primary" isPending={create.isPending} onPress={() => create.mutate(body)}>
            {say('export.action')}
          </Button>
        </>
      }
    >
      <div className={styles['stack']}>
        <p>
          {say(isFiltered ? 'export.filtered' : 'export.all')} {say('export.kept')}
        </p>
        <RadioGroup
          label={say('export.format')}
          value={format}
          onChange={(id) => setFormat(id === 'csv' ? 'csv' : 'ndjson')}
          choices={formats.map((id) => ({ id, label: say(`export.format.${id}`) }))}
        />
        <Checkbox
          label={say('export.compressed')}
          isSelected={isCompressed}
          onChange={setIsCompressed}
        />
        {create.error && <ProblemNote error={create.error} />}
      </div>
    </Dialog>
  );
}
