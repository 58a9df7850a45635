import { useState } from 'react';
import { auditExports } from '@platform/sdk';
import type { CreateAuditExportRequest } from '@platform/sdk';
import { useWrite } from '../../client/write.ts';
import { Button } from '../../kit/controls/button.tsx';
import { Checkbox } from '../../kit/controls/checkbox.tsx';
import { RadioGroup } from '../../kit/controls/radio-group.tsx';
import { Select } from '../../kit/controls/select.tsx';
import { Dialog } from '../../kit/overlays/dialog.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { ShowCode } from '../../parts/show-code.tsx';
import styles from './audit.module.css';

const periods = ['1', '7', '30', '365'] as const;
type Period = (typeof periods)[number];
const dayMs = 86_400_000;

/** Starts an export of the last days. */
export function ExportAuditDialog({ onClose }: { onClose: () => void }) {
  const say = useSay('audit');
  const sayApp = useSay('app');
  const [days, setDays] = useState<Period>('30');
  const [format, setFormat] = useState<'ndjson' | 'csv'>('ndjson');
  const [includePersonalData, setIncludePersonalData] = useState(false);
  // Fixed while the dialog is open, so that the code shows what is sent.
  const [openedAt] = useState(Date.now);
  const create = useWrite(
    (api, body: CreateAuditExportRequest, key) => auditExports(api).create(body, key),
    { refreshes: ['auditExportList'], onDone: onClose },
  );
  const body = {
    from: new Date(openedAt - Number(days) * dayMs).toISOString(),
    to: new Date(openedAt).toISOString(),
    format,
    includePersonalData,
  };
  return (
    <Dialog
      title={say('export.title')}
      isOpen
      onClose={onClose}
      actions={
        <>
          <ShowCode entries={[{ operation: 'auditExportCreate', body }]} />
          <Button onPress={onClose}>{sayApp('cancel')}</Button>
          <Button kind="primary" isPending={create.isPending} onPress={() => create.mutate(body)}>
            {say('export.action')}
          </Button>
        </>
      }
    >
      <div className={styles['stack']}>
        <Select
          label={say('export.days')}
          value={days}
          onChange={setDays}
          choices={periods.map((id) => ({ id, label: say(`export.days.${id}`) }))}
        />
        <RadioGroup
          label={say('export.format')}
          value={format}
          onChange={(id) => setFormat(id === 'csv' ? 'csv' : 'ndjson')}
          choices={(['ndjson', 'csv'] as const).map((id) => ({
            id,
            label: say(`export.format.${id}`),
          }))}
        />
        <Checkbox
          label={say('export.personal')}
          isSelected={includePersonalData}
          onChange={setIncludePersonalData}
        />
        {create.error && <ProblemNote error={create.error} />}
      </div>
    </Dialog>
  );
}
