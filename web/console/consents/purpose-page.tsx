import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { consentPurposes, isProblem } from '@platform/sdk';
import type { ConsentPurpose, PutConsentPurposeRequest } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import type { Read } from '../../client/query.ts';
import { useSession } from '../../client/session-query.ts';
import { useWrite } from '../../client/write.ts';
import { consentPurposePut } from '../../generated/forms/consent-purposes.ts';
import { Banner } from '../../kit/content/banner.tsx';
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
import { useConsentField } from './consent-fields.ts';
import { purposeQuery, purposeReads } from './consent-queries.ts';
import { purposeRoute } from './consent-routes.ts';
import styles from './consents.module.css';

const examples = {
  categories: '[{ "type": "email", "optional": true, "special": false }]',
  recipients: '[{ "name": "Mailer", "role": "processor", "country": "DE" }]',
  translations: '{ "de": { "name": "Rundbrief" } }',
};

function Actions({ purpose: { purposeKey, state, name } }: { purpose: ConsentPurpose }) {
  const say = useSay('consents');
  const session = useSession();
  const [isAsking, setIsAsking] = useState(false);
  const close = () => setIsAsking(false);
  const retire = useWrite((api, key: string) => consentPurposes(api).retire(key), {
    refreshes: purposeReads,
    onDone() {
      close();
      showToast({ text: say('purpose.retired.toast') });
    },
  });
  return (
    <>
      <ShowCode entries={[{ operation: 'consentPurposeGet', parameters: [purposeKey] }]} />
      {state === 'active' && mayCall(session, 'consentPurposeRetire') && (
        <Button onPress={() => setIsAsking(true)}>{say('purpose.retire')}</Button>
      )}
      <ConfirmDialog
        title={say('purpose.retire.title', { name })}
        consequences={[say('purpose.retire.checks'), say('purpose.retire.kept')]}
        action={say('purpose.retire')}
        isDanger
        isOpen={isAsking}
        isPending={retire.isPending}
        problem={retire.error && <ProblemNote error={retire.error} />}
        onConfirm={() => retire.mutate(purposeKey)}
        onClose={close}
      />
    </>
  );
}

function PurposeForm({ read }: { read: Read<ConsentPurpose> }) {
  const say = useSay('consents');
  const session = useSession();
  const fieldOf = useConsentField(consentPurposePut);
  const key = read.value.purposeKey;
  return (
    <PlainForm
      of={consentPurposePut}
      read={read}
      isPut
      groups={[
        {
          title: say('group.content'),
          about: say('group.content.about'),
          fields: [
            fieldOf('name'),
            fieldOf('description', { rows: 3 }),
            fieldOf('legalBasis'),
            fieldOf('requiresReconsent', { hint: say('field.requiresReconsent.hint') }),
          ],
        },
        {
          title: say('group.processing'),
          fields: [
            fieldOf('personalDataCategories', {
              hint: say('json', { example: examples.categories }),
            }),
            fieldOf('processingMethods', { hint: say('oneALine') }),
            fieldOf('services', { hint: say('oneALine') }),
            fieldOf('recipients', { hint: say('json', { example: examples.recipients }) }),
            fieldOf('storageLocations', { hint: say('countries'), isCode: true }),
            fieldOf('processingLocations', { hint: say('countries'), isCode: true }),
          ],
        },
        {
          title: say('group.duration'),
          fields: [
            fieldOf('retention', { hint: say('field.retention.hint') }),
            fieldOf('validitySeconds', { unit: say('seconds') }),
            fieldOf('withdrawalMethod'),
            fieldOf('jurisdiction', { isCode: true }),
            fieldOf('purposeType', { hint: say('field.purposeType.hint'), isCode: true }),
          ],
        },
        {
          title: say('group.translations'),
          fields: [
            fieldOf('translations', {
              hint: say('json', { example: examples.translations }),
              rows: 6,
            }),
          ],
        },
      ]}
      send={(api, body, condition) =>
        consentPurposes(api).put(key, body as PutConsentPurposeRequest, condition)
      }
      reread={(api) => consentPurposes(api).get(key)}
      refreshes={purposeReads}
      draft={`purpose ${key}`}
      isReadOnly={!mayCall(session, 'consentPurposePut')}
    />
  );
}

/** Warns if a change makes the purpose active again, or if it still has to be described. */
function Notes({ purpose: { state, source } }: { purpose: ConsentPurpose }) {
  const say = useSay('consents');
  if (state === 'active' && source === 'declared') return null;
  return (
    <div className={styles['above']}>
      {state === 'retired' && <Banner state="warning">{say('purpose.isRetired')}</Banner>}
      {source === 'implicit' && <Banner state="info">{say('source.implicit.text')}</Banner>}
    </div>
  );
}

/** A purpose. A change of its content is a new version. */
export function PurposePage() {
  const say = useSay('consents');
  const { purposeKey } = purposeRoute.useParams();
  const query = useQuery(purposeQuery(purposeKey));
  const isFresh = useIsFresh(query);
  if (isProblem(query.error, 'not_found', 'invalid_parameter')) return <NotFound />;
  return (
    <Loaded query={query} lines={8}>
      {(purpose, read) => (
        <>
          <PageHeader
            crumbs={[{ href: '/privacy/purposes', label: say('purposes') }]}
            title={purpose.name}
            status={
              <StatusDot state={purpose.state === 'active' ? 'ok' : 'neutral'}>
                {say(`purposeState.${purpose.state}`)}
              </StatusDot>
            }
            meta={
              <>
                <CopyableId text={purpose.purposeKey} /> ·{' '}
                {say('version', { version: purpose.version })}
              </>
            }
            actions={<Actions purpose={purpose} />}
          />
          <Notes purpose={purpose} />
          {isFresh && <PurposeForm key={purposeKey} read={read} />}
        </>
      )}
    </Loaded>
  );
}
