import { useQuery } from '@tanstack/react-query';
import { isProblem } from '@platform/sdk';
import type { LoginFlowClientBinding } from '@platform/sdk';
import { Banner } from '../../kit/content/banner.tsx';
import { DefinitionList } from '../../kit/content/definition-list.tsx';
import { Section } from '../../kit/content/section.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { ShowCode } from '../../parts/show-code.tsx';
import { bindingQuery } from './application-queries.ts';
import { bindingRoute } from './application-routes.ts';
import { BindingForm } from './binding-form.tsx';
import { ResetBinding } from './reset-binding.tsx';

/** What a sign-in to this application really comes to. */
function Effect({ binding }: { binding: LoginFlowClientBinding }) {
  const say = useSay('applications');
  const { effectiveVersion, effectiveAssurance, problems } = binding;
  const level = (value: string | null) =>
    value === null ? '—' : say(`assurance.${value as 'aal1'}`);
  return (
    <>
      {problems.map(({ severity, code }) => (
        <Banner key={code} state={severity === 'error' ? 'error' : 'warning'}>
          {say('binding.problem')} <code>{code}</code>
        </Banner>
      ))}
      <DefinitionList
        entries={[
          { term: say('effective.version'), value: `v${effectiveVersion}` },
          { term: say('effective.min'), value: level(effectiveAssurance.min) },
          { term: say('effective.max'), value: level(effectiveAssurance.max) },
          {
            term: say('effective.phishing'),
            value: say(effectiveAssurance.phishingResistantAlways ? 'yes' : 'no'),
          },
        ]}
      />
    </>
  );
}

/** Which login flow the application uses, and what it asks for beyond it. */
export function ApplicationSignIn() {
  const say = useSay('applications');
  const { clientId } = bindingRoute.useParams();
  const query = useQuery({
    ...bindingQuery(clientId),
    // Without a binding, the flow alone decides.
    retry: (failures, error) => !isProblem(error, 'not_found') && failures < 1,
  });
  const form = (binding: LoginFlowClientBinding | undefined, etag: string | undefined) => (
    <BindingForm key={`${clientId} ${etag}`} clientId={clientId} binding={binding} etag={etag} />
  );
  if (isProblem(query.error, 'not_found'))
    return (
      <>
        <Banner state="info">{say('binding.none')}</Banner>
        <Section title={say('tab.signIn')} about={say('binding.about')}>
          {form(undefined, undefined)}
        </Section>
      </>
    );
  return (
    <Loaded query={query} lines={8}>
      {(binding, { etag }) => (
        <>
          <Section
            title={say('effective')}
            actions={
              <>
                <ShowCode
                  entries={[{ operation: 'loginFlowGetClientBinding', parameters: [clientId] }]}
                />
                <ResetBinding clientId={clientId} />
              </>
            }
          >
            <Effect binding={binding} />
          </Section>
          <Section title={say('tab.signIn')} about={say('binding.about')}>
            {form(binding, etag)}
          </Section>
        </>
      )}
    </Loaded>
  );
}
