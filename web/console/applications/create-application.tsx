import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { applications } from '@platform/sdk';
import type { CreateApplicationRequest, CreatedApplication } from '@platform/sdk';
import { findingsOf } from '../../client/field-words.ts';
import { linesOf } from '../../client/lines.ts';
import { creationOf } from '../../client/form-text.ts';
import { useWrite } from '../../client/write.ts';
import { applicationCreate } from '../../generated/forms/applications.ts';
import { Checkbox } from '../../kit/controls/checkbox.tsx';
import { RadioGroup } from '../../kit/controls/radio-group.tsx';
import { TextArea, TextField } from '../../kit/controls/text-field.tsx';
import { FormField } from '../../kit/form/form-field.tsx';
import { SecretDialog } from '../../kit/overlays/secret-dialog.tsx';
import { showToast } from '../../kit/overlays/toast.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { useFieldRules } from '../../parts/field-rules.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useAddressRules } from './address-rules.ts';
import { applicationTypes } from './application-routes.ts';

const empty = {
  type: 'web' as CreateApplicationRequest['type'],
  name: '',
  redirectUris: '',
  clientId: '',
  firstParty: true,
};

/** Types whose users come back to the application in their browser. */
const returns = (type: CreateApplicationRequest['type']): boolean =>
  type !== 'm2m' && type !== 'device';

function requestOf({ redirectUris, ...values }: typeof empty): CreateApplicationRequest {
  const uris = returns(values.type) ? linesOf(redirectUris) : [];
  return {
    ...(creationOf(values) as unknown as CreateApplicationRequest),
    ...(uris.length > 0 && { redirectUris: uris }),
  };
}

/** Creates an application: what is built, five fields, then its secret and its quick start. */
export function CreateApplication({ onClose }: { onClose: () => void }) {
  const say = useSay('applications');
  const sayProblem = useSay('problems');
  const navigate = useNavigate();
  const rulesOf = useFieldRules(applicationCreate);
  const form = useForm({ defaultValues: empty, mode: 'onTouched' });
  const type = form.watch('type');
  const addressRules = useAddressRules(type);
  const [created, setCreated] = useState<CreatedApplication>();
  const create = useWrite(
    (api, body: CreateApplicationRequest, key) => applications(api).create(body, key),
    { refreshes: ['applicationList'], isSecret: true },
  );
  const open = (clientId: string) =>
    void navigate({ to: '/applications/$clientId/quick-start', params: { clientId } });

  async function save(_: unknown, values: typeof empty) {
    try {
      const application = await create.mutateAsync(requestOf(values));
      showToast({ text: say('created.toast', { name: application.name }) });
      if (application.clientSecret === undefined) open(application.clientId);
      else setCreated(application);
    } catch (error) {
      return findingsOf(error, sayProblem);
    }
  }

  if (created)
    return (
      <SecretDialog
        title={say('secret.new', { name: created.name })}
        secret={created.clientSecret ?? null}
        fileName={`${created.clientId}-secret.txt`}
        onClose={() => open(created.clientId)}
      />
    );
  return (
    <FormDialog
      title={say('create.title')}
      form={form}
      save={save}
      submit={say('create')}
      code={[{ operation: 'applicationCreate', body: requestOf(form.watch()) }]}
      onClose={onClose}
    >
      <FormField form={form} name="type" label={say('create.what')}>
        {({ onChange, ...field }) => (
          <RadioGroup
            {...field}
            onChange={(id) => onChange(applicationTypes.find((one) => one === id) ?? 'web')}
            choices={applicationTypes.map((id) => ({
              id,
              label: say(`type.${id}`),
              hint: say(`typeHint.${id}`),
            }))}
          />
        )}
      </FormField>
      <FormField form={form} name="name" label={say('name')} rules={rulesOf('name')}>
        {(field) => <TextField {...field} hint={say('name.hint')} autoComplete="off" />}
      </FormField>
      {returns(type) && (
        <FormField
          form={form}
          name="redirectUris"
          label={say('redirectUris')}
          rules={addressRules.redirects}
        >
          {(field) => <TextArea {...field} hint={say('redirectUris.hint')} isCode isOptional />}
        </FormField>
      )}
      <FormField form={form} name="clientId" label={say('clientId')} rules={rulesOf('clientId')}>
        {(field) => (
          <TextField {...field} hint={say('clientId.hint')} autoComplete="off" isCode isOptional />
        )}
      </FormField>
      {type !== 'm2m' && (
        <FormField form={form} name="firstParty" label={say('firstParty')}>
          {({ value, ...field }) => (
            <Checkbox {...field} isSelected={value} hint={say('firstParty.hint')} />
          )}
        </FormField>
      )}
    </FormDialog>
  );
}
