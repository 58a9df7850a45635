import { useQuery } from '@tanstack/react-query';
import { accessRequests, isProblem } from '@platform/sdk';
import type { AccessRequest } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { pollWhile } from '../../client/query.ts';
import { useSession } from '../../client/session-query.ts';
import { useWebClient } from '../../client/web-client.ts';
import { useWrite } from '../../client/write.ts';
import { CopyableId } from '../../kit/content/copyable.tsx';
import { DefinitionList } from '../../kit/content/definition-list.tsx';
import { ExactTime } from '../../kit/content/time.tsx';
import { Verbatim } from '../../kit/content/verbatim.tsx';
import { PageHeader } from '../../kit/frame/page-header.tsx';
import { showToast } from '../../kit/overlays/toast.tsx';
import { useFormats, useSay } from '../../kit/words/words-context.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { NotFound } from '../../parts/not-found.tsx';
import { saveResponse } from '../../parts/save-response.ts';
import { ShowCode } from '../../parts/show-code.tsx';
import { isEnded } from './inbox.ts';
import { ActionButton, CancelButton } from './request-actions.tsx';
import { accessParts, RequestParts } from './request-parts.tsx';
import { accessRequestQuery, requestReads } from './request-queries.ts';
import { accessRequestRoute } from './request-routes.ts';
import { DueDate, RequestState } from './request-state.tsx';

const isRunning = ({ state }: AccessRequest): boolean => state === 'PENDING' || state === 'RUNNING';

function Actions({ request }: { request: AccessRequest }) {
  const say = useSay('privacy');
  const session = useSession();
  const { api } = useWebClient();
  const { id, state, bundle } = request;
  const cancel = useWrite((client, _: undefined, key) => accessRequests(client).cancel(id, key), {
    refreshes: requestReads,
  });
  const retry = useWrite((client, _: undefined, key) => accessRequests(client).retry(id, key), {
    refreshes: requestReads,
    onDone: () => showToast({ text: say('retried.toast') }),
  });
  const canRetry = ['PARTIAL', 'FAILED'].includes(state) && mayCall(session, 'accessRequestRetry');
  return (
    <>
      <ShowCode entries={[{ operation: 'accessRequestGet', parameters: [id] }]} />
      {!isEnded(request) && mayCall(session, 'accessRequestCancel') && (
        <CancelButton path="access" cancel={cancel} />
      )}
      {canRetry && (
        <ActionButton run={() => retry.mutateAsync(undefined)}>{say('retry')}</ActionButton>
      )}
      {bundle && state !== 'EXPIRED' && mayCall(session, 'accessRequestBundle') && (
        <ActionButton
          isPrimary
          run={async () => saveResponse(await accessRequests(api).download(id), bundle.fileName)}
        >
          {say('bundle.download')}
        </ActionButton>
      )}
    </>
  );
}

function Facts({ request }: { request: AccessRequest }) {
  const say = useSay('privacy');
  const formats = useFormats();
  const { subject, receivedAt, requestedBy, externalReference, note, bundle } = request;
  return (
    <DefinitionList
      entries={[
        {
          term: say('column.subject'),
          value:
            subject.userId === null ? say('unknownPerson') : <CopyableId text={subject.userId} />,
        },
        { term: say('field.requestedBy'), value: say(`requestedBy.${requestedBy}`) },
        { term: say('column.received'), value: <ExactTime at={receivedAt} /> },
        { term: say('column.due'), value: <DueDate request={request} /> },
        ...(externalReference === null
          ? []
          : [
              {
                term: say('field.externalReference'),
                value: <Verbatim text={externalReference} />,
              },
            ]),
        ...(note === null ? [] : [{ term: say('field.note'), value: <Verbatim text={note} /> }]),
        ...(bundle === null
          ? []
          : [
              {
                term: say('bundle.download'),
                value: say.rich('bundle.bytes', {
                  bytes: formats.formatNumber(bundle.bytes),
                  time: <ExactTime key="time" at={bundle.expiresAt} />,
                }),
              },
            ]),
      ]}
    />
  );
}

/** A request for a person's data. The data are downloaded, never shown. */
export function AccessRequestPage() {
  const say = useSay('privacy');
  const { requestId } = accessRequestRoute.useParams();
  const query = useQuery({ ...accessRequestQuery(requestId), ...pollWhile(isRunning) });
  if (isProblem(query.error, 'not_found', 'invalid_parameter')) return <NotFound />;
  return (
    <Loaded query={query} lines={8}>
      {(request) => (
        <>
          <PageHeader
            crumbs={[{ href: '/privacy/requests', label: say('title') }]}
            title={say(`kind.${request.kind}`)}
            status={<RequestState state={request.state} />}
            meta={<CopyableId text={request.id} label={say('copyId')} isShort />}
            actions={<Actions request={request} />}
          />
          <Facts request={request} />
          <RequestParts parts={accessParts(request.parts)} />
        </>
      )}
    </Loaded>
  );
}
