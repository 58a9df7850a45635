import { useState } from 'react';
import { fga } from '@platform/sdk';
import type { DeleteTuplesRequest } from '@platform/sdk';
import { useWrite } from '../../client/write.ts';
import { Banner } from '../../kit/content/banner.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { TextField } from '../../kit/controls/text-field.tsx';
import { Dialog } from '../../kit/overlays/dialog.tsx';
import { showToast } from '../../kit/overlays/toast.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { ShowCode } from '../../parts/show-code.tsx';
import { tupleReads } from './relation-queries.ts';
import styles from './relations.module.css';

/** `document:` is every object of the type, `document:plan` one. */
function filterOf(
  object: string,
  relation: string,
  subject: string,
): DeleteTuplesRequest['filter'] {
  const type = /^([^:]+):?$/.exec(object)?.[1];
  return {
    ...(object && (type === undefined ? { object } : { objectType: type })),
    ...(relation && { relation }),
    ...(subject && { subject }),
  } as DeleteTuplesRequest['filter'];
}

/** Deletes every tuple that matches a filter, after it has been counted. */
export function DeleteTuplesDialog({ onClose }: { onClose: () => void }) {
  const say = useSay('relations');
  const sayApp = useSay('app');
  const [object, setObject] = useState('');
  const [relation, setRelation] = useState('');
  const [subject, setSubject] = useState('');
  const send = (isDryRun: boolean) =>
    ({
      refreshes: isDryRun ? [] : tupleReads,
      onDone: ({ deleted }: { deleted: number }) => {
        if (isDryRun) return;
        showToast({ text: say('tuples.deleted', { count: deleted }) });
        onClose();
      },
    }) as const;
  const count = useWrite(
    (api, body: DeleteTuplesRequest, key) => fga(api).tuples.deleteByFilter(body, key),
    send(true),
  );
  const remove = useWrite(
    (api, body: DeleteTuplesRequest, key) => fga(api).tuples.deleteByFilter(body, key),
    send(false),
  );
  const filter = filterOf(object.trim(), relation.trim(), subject.trim());
  const isWhole = object.trim() !== '' || subject.trim() !== '';
  const change = (set: (text: string) => void) => (text: string) => {
    set(text);
    count.reset();
  };
  const error = remove.error ?? count.error;
  return (
    <Dialog
      title={say('delete.title')}
      isOpen
      onClose={onClose}
      actions={
        <>
          <ShowCode entries={[{ operation: 'fgaTuplesDeleteByFilter', body: { filter } }]} />
          <Button onPress={onClose}>{sayApp('cancel')}</Button>
          {count.data ? (
            <Button
              kind="danger"
              isDisabled={count.data.deleted === 0}
              isPending={remove.isPending}
              onPress={() => remove.mutate({ filter })}
            >
              {say('delete.action', { count: count.data.deleted })}
            </Button>
          ) : (
            <Button
              kind="primary"
              isDisabled={!isWhole}
              isPending={count.isPending}
              onPress={() => count.mutate({ filter, dryRun: true })}
            >
              {say('delete.count')}
            </Button>
          )}
        </>
      }
    >
      <div className={styles['stack']}>
        <p>{say('delete.text')}</p>
        <TextField
          label={say('field.object')}
          hint={say('filter.object.hint')}
          value={object}
          onChange={change(setObject)}
          isOptional
          isCode
        />
        <TextField
          label={say('field.relation')}
          value={relation}
          onChange={change(setRelation)}
          isOptional
          isCode
        />
        <TextField
          label={say('field.subject')}
          value={subject}
          onChange={change(setSubject)}
          isOptional
          isCode
        />
        {count.data && (
          <Banner state="warning" isLive>
            {say(count.data.more ? 'delete.countedMore' : 'delete.counted', {
              count: count.data.deleted,
            })}
          </Banner>
        )}
        {error && <ProblemNote error={error} />}
      </div>
    </Dialog>
  );
}
