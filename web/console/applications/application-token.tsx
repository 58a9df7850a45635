import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { applications } from '@platform/sdk';
import type { Application, TokenClaims } from '@platform/sdk';
import { findingsOf } from '../../client/field-words.ts';
import { mayCall } from '../../client/permissions.ts';
import { refreshReads } from '../../client/query.ts';
import { useSession } from '../../client/session-query.ts';
import { useWebClient } from '../../client/web-client.ts';
import { useWrite } from '../../client/write.ts';
import { tokenClaimsEnable } from '../../generated/forms/applications.ts';
import { Code } from '../../kit/code/code.tsx';
import { StatusDot } from '../../kit/content/badge.tsx';
import { Section } from '../../kit/content/section.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { CheckboxGroup } from '../../kit/controls/checkbox-group.tsx';
import { NumberField } from '../../kit/controls/number-field.tsx';
import { RadioGroup } from '../../kit/controls/radio-group.tsx';
import { FormField } from '../../kit/form/form-field.tsx';
import { FieldGroup, Form } from '../../kit/form/form.tsx';
import { showToast } from '../../kit/overlays/toast.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { useFieldRules } from '../../parts/field-rules.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { ShowCode } from '../../parts/show-code.tsx';
import { applicationQuery, tokenClaimsQuery } from './application-queries.ts';
import { tokenRoute } from './application-routes.ts';
import { tokenSample } from './token-sample.ts';

const claimIds = ['roles', 'permissions', 'entitlements', 'elevated_scopes', 'custom'] as const;
const tokenTypes = ['access_token', 'id_token'] as const;
const failureModes = ['omit', 'deny'] as const;

type ClaimsValues = Pick<
  TokenClaims,
  'claims' | 'tokenTypes' | 'failureMode' | 'timeoutMilliseconds'
>;

const valuesOf = ({ claims, tokenTypes: types, failureMode, timeoutMilliseconds }: TokenClaims) =>
  ({ claims, tokenTypes: types, failureMode, timeoutMilliseconds }) satisfies ClaimsValues;

interface ClaimsFormProps {
  application: Application;
  tokenClaims: TokenClaims;
  etag: string | undefined;
  actions: ReactNode;
}

/** Which claims the platform adds to the tokens of an application, with an example of the result. */
function ClaimsForm({ application, tokenClaims, etag, actions }: ClaimsFormProps) {
  const say = useSay('applications');
  const sayApp = useSay('app');
  const sayProblem = useSay('problems');
  const session = useSession();
  const queryClient = useQueryClient();
  const { api } = useWebClient();
  const rulesOf = useFieldRules(tokenClaimsEnable);
  const form = useForm<ClaimsValues>({ defaultValues: valuesOf(tokenClaims) });
  const isDisabled = !mayCall(session, 'tokenClaimsEnable');
  const { clientId } = application;

  async function save(_: unknown, values: ClaimsValues) {
    try {
      await applications(api).tokenClaims.enable(
        clientId,
        values,
        etag === undefined ? {} : { ifMatch: etag },
      );
      showToast({ text: sayApp('saved') });
      await refreshReads(queryClient, ['tokenClaimsGet', 'applicationGet']);
    } catch (error) {
      return findingsOf(error, sayProblem);
    }
  }

  const claims = form.watch('claims');
  const sample = JSON.stringify(
    tokenSample(application, tokenClaims.enabled ? claims : [], location.origin),
    null,
    2,
  );
  return (
    <>
      <Section title={say('claims.title')} about={say('claims.about')} actions={actions}>
        <Form
          form={form}
          save={save}
          submit={
            tokenClaims.enabled || isDisabled ? undefined : (
              <div>
                <Button kind="primary" type="submit" isPending={form.formState.isSubmitting}>
                  {say('claims.enable')}
                </Button>
              </div>
            )
          }
        >
          <FieldGroup>
            <FormField form={form} name="claims" label={say('claims.claims')}>
              {({ onChange, ...field }) => (
                <CheckboxGroup
                  {...field}
                  isDisabled={isDisabled}
                  onChange={(chosen) => onChange(claimIds.filter((id) => chosen.includes(id)))}
                  choices={claimIds.map((id) => ({
                    id,
                    label: say(`claim.${id}`),
                    hint: say(`claimHint.${id}`),
                  }))}
                />
              )}
            </FormField>
            <FormField form={form} name="tokenTypes" label={say('claims.tokens')}>
              {({ onChange, ...field }) => (
                <CheckboxGroup
                  {...field}
                  isDisabled={isDisabled}
                  onChange={(chosen) => onChange(tokenTypes.filter((id) => chosen.includes(id)))}
                  choices={tokenTypes.map((id) => ({ id, label: say(`token.${id}`) }))}
                />
              )}
            </FormField>
            <FormField form={form} name="failureMode" label={say('claims.failure')}>
              {({ onChange, ...field }) => (
                <RadioGroup
                  {...field}
                  isDisabled={isDisabled}
                  onChange={(id) => onChange(id === 'deny' ? 'deny' : 'omit')}
                  choices={failureModes.map((id) => ({ id, label: say(`failure.${id}`) }))}
                />
              )}
            </FormField>
            <FormField
              form={form}
              name="timeoutMilliseconds"
              label={say('claims.timeout')}
              rules={rulesOf('timeoutMilliseconds')}
            >
              {(field) => <NumberField {...field} unit="ms" isDisabled={isDisabled} />}
            </FormField>
          </FieldGroup>
        </Form>
      </Section>
      <Section title={say('sample')} about={say('sample.about')}>
        <Code code={sample} language="json" label={`${say('sample')}: JSON`} />
      </Section>
    </>
  );
}

function DisableClaims({ clientId }: { clientId: string }) {
  const say = useSay('applications');
  const disable = useWrite((api, id: string) => applications(api).tokenClaims.disable(id), {
    refreshes: ['tokenClaimsGet', 'applicationGet'],
    onDone: () => showToast({ text: say('claims.disabled.toast') }),
  });
  return (
    <>
      {disable.error && <ProblemNote error={disable.error} />}
      <Button onPress={() => disable.mutate(clientId)} isPending={disable.isPending}>
        {say('claims.disable')}
      </Button>
    </>
  );
}

/** What is in the tokens of an application. */
export function ApplicationToken() {
  const say = useSay('applications');
  const session = useSession();
  const { clientId } = tokenRoute.useParams();
  const application = useQuery(applicationQuery(clientId));
  const query = useQuery(tokenClaimsQuery(clientId));
  return (
    <Loaded query={application} lines={6}>
      {(ofApplication) => (
        <Loaded query={query} lines={6}>
          {(tokenClaims, { etag }) => (
            <ClaimsForm
              key={etag}
              application={ofApplication}
              tokenClaims={tokenClaims}
              etag={etag}
              actions={
                <>
                  <StatusDot state={tokenClaims.enabled ? 'ok' : 'neutral'}>
                    {say(tokenClaims.enabled ? 'claims.on' : 'claims.off')}
                  </StatusDot>
                  <ShowCode entries={[{ operation: 'tokenClaimsGet', parameters: [clientId] }]} />
                  {tokenClaims.enabled && mayCall(session, 'tokenClaimsDisable') && (
                    <DisableClaims clientId={clientId} />
                  )}
                </>
              }
            />
          )}
        </Loaded>
      )}
    </Loaded>
  );
}
