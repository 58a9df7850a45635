import { applications } from '@platform/sdk';
import type { LegalDocumentSummary } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { useWrite } from '../../client/write.ts';
import { StatusDot } from '../../kit/content/badge.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { ProblemNote } from '../../parts/problem-note.tsx';

export const documentTypes = [
  'terms-of-service',
  'privacy-policy',
  'cookie-policy',
  'acceptable-use-policy',
  'data-processing-agreement',
  'end-user-license-agreement',
  'marketing-terms',
  'imprint',
] as const;
const dots = { draft: 'neutral', active: 'ok', retired: 'neutral' } as const;
const refreshes = ['legalDocumentsList', 'legalDocumentsGet'] as const;

/** The page of a version. */
export const documentHref = ({ clientId, docType, id }: LegalDocumentSummary): string =>
  `/privacy/documents/${[clientId, docType, id].map(encodeURIComponent).join('/')}`;

export function DocumentState({ state }: Pick<LegalDocumentSummary, 'state'>) {
  const say = useSay('applications');
  return <StatusDot state={dots[state]}>{say(`document.${state}`)}</StatusDot>;
}

export interface DocumentActionsProps {
  document: LegalDocumentSummary;
  /** Called once a draft has been deleted. */
  onDeleted?: () => void;
}

/** The next step of a version: it is activated once, and later retired. */
export function DocumentActions({ document, onDeleted }: DocumentActionsProps) {
  const { clientId, docType, id, state } = document;
  const say = useSay('applications');
  const session = useSession();
  const write = useWrite(
    (api, step: 'activate' | 'retire', key) =>
      applications(api).legalDocuments[step](clientId, docType, id, key),
    { refreshes },
  );
  const remove = useWrite(
    (api, of: string) => applications(api).legalDocuments.delete(clientId, docType, of),
    { refreshes: ['legalDocumentsList'], onDone: onDeleted },
  );
  if (state === 'retired' || !mayCall(session, 'legalDocumentsActivate')) return null;
  const step = state === 'draft' ? 'activate' : 'retire';
  const error = write.error ?? remove.error;
  return (
    <>
      <Button size="small" isPending={write.isPending} onPress={() => write.mutate(step)}>
        {say(`document.${step}`)}
      </Button>{' '}
      {state === 'draft' && (
        <Button size="small" isPending={remove.isPending} onPress={() => remove.mutate(id)}>
          {say('document.delete')}
        </Button>
      )}
      {error && <ProblemNote error={error} />}
    </>
  );
}
