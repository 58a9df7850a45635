import { useNavigate } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { loginExperience } from '@platform/sdk';
import type { CreateSocialConnectorRequest } from '@platform/sdk';
import { findingsOf } from '../../client/field-words.ts';
import { useWrite } from '../../client/write.ts';
import { Select } from '../../kit/controls/select.tsx';
import { TextField } from '../../kit/controls/text-field.tsx';
import { FormField } from '../../kit/form/form-field.tsx';
import { showToast } from '../../kit/overlays/toast.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { ConnectorGuide } from './connector-guide.tsx';
import { isGeneric, kindOf, knownProviders, providerId, providerKinds } from './connector-kinds.ts';
import type { ProviderKind } from './connector-kinds.ts';
import { newConnectorBody } from './connector-values.ts';
import type { NewConnectorValues } from './connector-values.ts';
import { NewConnectorFields } from './new-connector-fields.tsx';

const empty: NewConnectorValues = {
  kind: 'google',
  name: '',
  displayName: '',
  clientId: '',
  clientSecret: '',
  apple: { teamId: '', keyId: '', privateKey: '' },
  microsoft: { tenant: 'common' },
  oidc: {
    issuer: '',
    authorizationEndpoint: '',
    tokenEndpoint: '',
    jwksUri: '',
    userinfoEndpoint: '',
  },
};

/** Secrets in the code that is shown are variables. */
const shownBody = (values: NewConnectorValues) =>
  newConnectorBody({
    ...values,
    clientSecret: values.clientSecret && '$TOKEN',
    apple: { ...values.apple, privateKey: values.apple.privateKey && '$TOKEN' },
  });

/** Adds a provider, with a guide of what to do there. */
export function CreateConnector({ onClose }: { onClose: () => void }) {
  const say = useSay('methods');
  const sayProblem = useSay('problems');
  const navigate = useNavigate();
  const form = useForm<NewConnectorValues>({ defaultValues: empty });
  const values = form.watch();
  const kind = values.kind as ProviderKind;
  const provider = providerId(kind, values.name);
  const create = useWrite(
    (api, { to, body }: { to: string; body: CreateSocialConnectorRequest }, key) =>
      loginExperience(api).socialConnectors.create(to, body, key),
    { refreshes: ['loginExperienceListConnectors'], isSecret: true },
  );
  async function save(_: unknown, given: NewConnectorValues) {
    const body = newConnectorBody(given) as CreateSocialConnectorRequest;
    try {
      await create.mutateAsync({ to: provider, body });
      showToast({ text: say('added.toast') });
      onClose();
      void navigate({ to: '/sign-in/methods/$provider', params: { provider } });
      return [];
    } catch (error) {
      return findingsOf(error, sayProblem);
    }
  }
  const needed = {
    validate: (text: unknown) => String(text).trim() !== '' || sayProblem('field_required'),
  };
  return (
    <FormDialog
      title={say('add')}
      form={form}
      save={save}
      submit={say('add')}
      size="wide"
      code={[
        {
          operation: 'loginExperienceCreateConnector',
          parameters: [provider],
          body: shownBody(values),
        },
      ]}
      onClose={onClose}
    >
      <FormField form={form} name="kind" label={say('field.kind')}>
        {(field) => (
          <Select
            {...field}
            choices={providerKinds.map((id) => ({
              id,
              label: isGeneric(id) ? say(`kind.${id}`) : knownProviders[id].name,
            }))}
          />
        )}
      </FormField>
      {isGeneric(kind) && (
        <>
          <FormField key="name" form={form} name="name" label={say('field.name')} rules={needed}>
            {(field) => <TextField {...field} hint={say('hint.name')} isCode />}
          </FormField>
          <FormField
            key="displayName"
            form={form}
            name="displayName"
            label={say('field.displayName')}
            rules={needed}
          >
            {(field) => <TextField {...field} />}
          </FormField>
        </>
      )}
      <ConnectorGuide
        kind={kindOf(provider)}
        callbackUrls={[`${location.origin}/login/callback/${provider}`]}
      />
      <FormField form={form} name="clientId" label={say('field.clientId')} rules={needed}>
        {(field) => <TextField {...field} autoComplete="off" isCode />}
      </FormField>
      <NewConnectorFields form={form} kind={kind} />
    </FormDialog>
  );
}
