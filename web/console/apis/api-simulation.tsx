import { useForm } from 'react-hook-form';
import { apiResources } from '@platform/sdk';
import type { ApiResourceSimulation, SimulateApiResourceRequest } from '@platform/sdk';
import { findingsOf } from '../../client/field-words.ts';
import { useWrite } from '../../client/write.ts';
import { Code } from '../../kit/code/code.tsx';
import { Banner } from '../../kit/content/banner.tsx';
import { DefinitionList } from '../../kit/content/definition-list.tsx';
import { Section } from '../../kit/content/section.tsx';
import { Button } from '../../kit/controls/button.tsx';
import type { Choice } from '../../kit/controls/choice-list.tsx';
import { ComboBox } from '../../kit/controls/combo-box.tsx';
import { TextField } from '../../kit/controls/text-field.tsx';
import { FormField } from '../../kit/form/form-field.tsx';
import { FieldGroup, Form } from '../../kit/form/form.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { ShowCode } from '../../parts/show-code.tsx';
import { useApplicationSearch } from '../applications/application-search.ts';
import { useUserSearch } from '../users/user-search.ts';
import { apiSimulationRoute } from './api-routes.ts';
import { ScopeChoice } from './scope-choice.tsx';
import styles from './apis.module.css';

interface SimulationValues {
  client: Choice | null;
  user: Choice | null;
  organizationId: string;
  scopes: readonly string[];
}

const empty: SimulationValues = { client: null, user: null, organizationId: '', scopes: [] };

const requestOf = (values: SimulationValues): SimulateApiResourceRequest => ({
  clientId: values.client?.id ?? '…',
  ...(values.user && { userId: values.user.id }),
  ...(values.organizationId.trim() !== '' && { organizationId: values.organizationId.trim() }),
  scopes: [...values.scopes],
});

/** The token that would be issued, and why it lacks scopes. */
function Result({ of: { scopes, left, claims } }: { of: ApiResourceSimulation }) {
  const say = useSay('apis');
  return (
    <>
      <Banner
        state={scopes.length > 0 ? 'ok' : 'error'}
        title={say('simulate.granted', { count: scopes.length })}
        isLive
      >
        {scopes.join(' ')}
      </Banner>
      {left.length > 0 && (
        <Section title={say('simulate.left')}>
          <DefinitionList
            entries={left.map(({ scope, reason }) => ({
              term: scope,
              value: say(`left.${reason}`),
            }))}
          />
        </Section>
      )}
      {scopes.length > 0 && (
        <Section title={say('simulate.claims')}>
          <Code
            code={JSON.stringify(claims, null, 2)}
            language="json"
            label={say('simulate.claims')}
          />
        </Section>
      )}
    </>
  );
}

/** Shows which token an application would get for an API. */
export function ApiSimulation() {
  const say = useSay('apis');
  const sayProblem = useSay('problems');
  const { apiId } = apiSimulationRoute.useParams();
  const searches = { client: useApplicationSearch(), user: useUserSearch() };
  const form = useForm<SimulationValues>({ defaultValues: empty });
  const simulate = useWrite(
    (api, body: SimulateApiResourceRequest) => apiResources(api).simulate(apiId, body),
    { refreshes: [] },
  );

  async function run(_: unknown, values: SimulationValues) {
    try {
      await simulate.mutateAsync(requestOf(values));
    } catch (error) {
      return findingsOf(error, sayProblem).map((finding) => ({
        ...finding,
        pointer: finding.pointer.replace(/^\/(client|user)Id/, '/$1'),
      }));
    }
  }

  const entry = {
    operation: 'apiResourceSimulate',
    parameters: [apiId],
    body: requestOf(form.watch()),
  } as const;
  return (
    <>
      <Section
        title={say('tab.simulate')}
        about={say('simulate.about')}
        actions={<ShowCode entries={[entry]} />}
      >
        <Form
          form={form}
          save={run}
          submit={
            <div>
              <Button kind="primary" type="submit" isPending={form.formState.isSubmitting}>
                {say('simulate.run')}
              </Button>
            </div>
          }
        >
          <FieldGroup>
            <FormField
              form={form}
              name="client"
              label={say('client')}
              rules={{ validate: (chosen) => chosen !== null || sayProblem('field_required') }}
            >
              {(field) => (
                <ComboBox {...field} search={searches.client} hint={say('client.hint')} />
              )}
            </FormField>
            <FormField form={form} name="user" label={say('simulate.user')}>
              {(field) => (
                <ComboBox
                  {...field}
                  search={searches.user}
                  hint={say('simulate.userHint')}
                  isOptional
                />
              )}
            </FormField>
            <FormField form={form} name="organizationId" label={say('simulate.organization')}>
              {(field) => <TextField {...field} isCode isOptional />}
            </FormField>
            <FormField form={form} name="scopes" label={say('simulate.scopes')}>
              {(field) => (
                <ScopeChoice {...field} apiId={apiId} hint={say('simulate.scopesHint')} />
              )}
            </FormField>
          </FieldGroup>
        </Form>
      </Section>
      {simulate.data && (
        <div className={styles['left']}>
          <Result of={simulate.data} />
        </div>
      )}
    </>
  );
}
