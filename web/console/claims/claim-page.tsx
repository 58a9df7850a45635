import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { isProblem, webhookClaimSchemas } from '@platform/sdk';
import type { WebhookClaimSchema, WebhookClaimSchemaUpsertRequest } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { useWrite } from '../../client/write.ts';
import { StatusDot } from '../../kit/content/badge.tsx';
import { CopyableId } from '../../kit/content/copyable.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { PageHeader } from '../../kit/frame/page-header.tsx';
import { ConfirmDialog } from '../../kit/overlays/confirm-dialog.tsx';
import { showToast } from '../../kit/overlays/toast.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { useIsFresh } from '../../parts/is-fresh.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { NotFound } from '../../parts/not-found.tsx';
import { PlainForm } from '../../parts/plain-form.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { ShowCode } from '../../parts/show-code.tsx';
import { claimForm, useClaimGroups } from './claim-fields.ts';
import { claimQuery, claimReads } from './claim-queries.ts';
import { claimRoute } from './claim-routes.ts';
import { TestClaims } from './test-claims.tsx';

function Actions({ claim: { claimName } }: { claim: WebhookClaimSchema }) {
  const say = useSay('claims');
  const session = useSession();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const remove = useWrite((api, name: string) => webhookClaimSchemas(api).delete(name), {
    refreshes: ['webhookClaimSchemaList'],
    onDone(_, name) {
      showToast({ text: say('deleted.toast') });
      void navigate({ to: '/claims', search: {} });
      queryClient.removeQueries({ queryKey: claimQuery(name).queryKey });
    },
  });
  return (
    <>
      <ShowCode entries={[{ operation: 'webhookClaimSchemaGet', parameters: [claimName] }]} />
      {mayCall(session, 'webhookClaimSchemaDelete') && (
        <Button onPress={() => setIsAsking(true)}>{say('delete')}</Button>
      )}
      <ConfirmDialog
        title={say('delete.title', { name: claimName })}
        consequences={[say('delete.tokens'), say('delete.final')]}
        action={say('delete')}
        isDanger
        typedName={claimName}
        isOpen={isAsking}
        isPending={remove.isPending}
        problem={remove.error && <ProblemNote error={remove.error} />}
        onConfirm={() => remove.mutate(claimName)}
        onClose={() => setIsAsking(false)}
      />
    </>
  );
}

/** A claim: where its value comes from, and which tokens contain it. */
export function ClaimPage() {
  const say = useSay('claims');
  const session = useSession();
  const { claimName } = claimRoute.useParams();
  const query = useQuery(claimQuery(claimName));
  const isFresh = useIsFresh(query);
  const groups = useClaimGroups();
  if (isProblem(query.error, 'not_found', 'invalid_parameter')) return <NotFound />;
  return (
    <Loaded query={query} lines={10}>
      {(claim, read) => (
        <>
          <PageHeader
            crumbs={[{ href: '/claims', label: say('title') }]}
            title={claim.claimName}
            status={
              <StatusDot state={claim.enabled ? 'ok' : 'neutral'}>
                {say(claim.enabled ? 'on' : 'off')}
              </StatusDot>
            }
            meta={
              <>
                <CopyableId text={claim.claimName} /> ·{' '}
                {say('revision', { revision: claim.revision })}
              </>
            }
            actions={<Actions claim={claim} />}
          />
          {isFresh && (
            <PlainForm
              key={claimName}
              of={claimForm}
              read={read}
              isPut
              groups={groups}
              send={(api, body, condition) =>
                webhookClaimSchemas(api).put(
                  claimName,
                  body as unknown as WebhookClaimSchemaUpsertRequest,
                  condition,
                )
              }
              reread={(api) => webhookClaimSchemas(api).get(claimName)}
              refreshes={claimReads}
              draft={`claim ${claimName}`}
              isReadOnly={!mayCall(session, 'webhookClaimSchemaPut')}
            />
          )}
          {claim.source.kind === 'endpoint' && mayCall(session, 'hookTest') && (
            <TestClaims endpointId={claim.source.endpointId} />
          )}
        </>
      )}
    </Loaded>
  );
}
