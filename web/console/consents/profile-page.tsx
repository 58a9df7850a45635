import { useQuery } from '@tanstack/react-query';
import { complianceProfile } from '@platform/sdk';
import type { PutComplianceProfileRequest } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { complianceProfilePut } from '../../generated/forms/compliance-profile.ts';
import { Banner } from '../../kit/content/banner.tsx';
import { PageHeader } from '../../kit/frame/page-header.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { useIsFresh } from '../../parts/is-fresh.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { PlainForm } from '../../parts/plain-form.tsx';
import type { PlainField } from '../../parts/plain-fields.tsx';
import { ShowCode } from '../../parts/show-code.tsx';
import { profileQuery } from './consent-queries.ts';
import styles from './consents.module.css';

const controller = ['controllerName', 'controllerAddress', 'contactEmail', 'phone', 'url'] as const;
const rights = [
  'dpoContact',
  'supervisoryAuthority',
  'rightsUrl',
  'jurisdiction',
  'defaultLocale',
] as const;

/** The controller of the personal data of the tenant, as receipts and certificates name it. */
export function ProfilePage() {
  const say = useSay('complianceProfile');
  const session = useSession();
  const query = useQuery(profileQuery);
  const isFresh = useIsFresh(query);
  const fieldsOf = (names: readonly (typeof controller | typeof rights)[number][]): PlainField[] =>
    names.map((name) => ({ name, label: say(`field.${name}`) }));
  return (
    <>
      <PageHeader
        title={say('title')}
        actions={<ShowCode entries={[{ operation: 'complianceProfileGet' }]} />}
      />
      <Loaded query={query} lines={8}>
        {({ createdAt }, read) => (
          <div className={styles['stack']}>
            {createdAt === null && <Banner state="info">{say('none')}</Banner>}
            {isFresh && (
              <PlainForm
                of={complianceProfilePut}
                read={read}
                isPut
                groups={[
                  {
                    title: say('group.controller'),
                    about: say('group.controller.about'),
                    fields: fieldsOf(controller),
                  },
                  {
                    title: say('group.rights'),
                    about: say('group.rights.about'),
                    fields: fieldsOf(rights),
                  },
                ]}
                send={(api, body, condition) =>
                  complianceProfile(api).put(body as PutComplianceProfileRequest, condition)
                }
                reread={(api) => complianceProfile(api).get()}
                refreshes={['complianceProfileGet']}
                draft="compliance profile"
                isReadOnly={!mayCall(session, 'complianceProfilePut')}
              />
            )}
          </div>
        )}
      </Loaded>
    </>
  );
}
