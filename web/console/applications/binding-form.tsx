import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import type { LoginFlowClientBinding } from '@platform/sdk';
import { findingsOf } from '../../client/field-words.ts';
import { mayCall } from '../../client/permissions.ts';
import { refreshReads } from '../../client/query.ts';
import { useSession } from '../../client/session-query.ts';
import { useWebClient } from '../../client/web-client.ts';
import { CheckboxGroup } from '../../kit/controls/checkbox-group.tsx';
import { Select } from '../../kit/controls/select.tsx';
import { TextArea, TextField } from '../../kit/controls/text-field.tsx';
import { FormField } from '../../kit/form/form-field.tsx';
import { FieldGroup, Form } from '../../kit/form/form.tsx';
import { showToast } from '../../kit/overlays/toast.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { flowVersionsQuery } from './application-queries.ts';
import { assurances, bindingValues, putBinding, signInMethods } from './binding-values.ts';
import type { BindingValues } from './binding-values.ts';

interface BindingFormProps {
  clientId: string;
  /** Absent for an application that uses its flow unchanged. */
  binding: LoginFlowClientBinding | undefined;
  etag: string | undefined;
}

/** The versions of the flow that can be chosen: the active one follows each activation. */
function useVersions(chosen: string) {
  const say = useSay('applications');
  const { data } = useQuery(flowVersionsQuery);
  const known = data?.value.map(({ version, name }) => ({
    id: String(version),
    label: `v${version} · ${name}`,
  }));
  const isKnown = chosen === 'active' || known?.some(({ id }) => id === chosen);
  return [
    { id: 'active', label: say('binding.active') },
    ...(known ?? []),
    ...(isKnown ? [] : [{ id: chosen, label: `v${chosen}` }]),
  ];
}

/** Replaces the binding of an application. */
export function BindingForm({ clientId, binding, etag }: BindingFormProps) {
  const say = useSay('applications');
  const sayApp = useSay('app');
  const sayProblem = useSay('problems');
  const session = useSession();
  const queryClient = useQueryClient();
  const { api } = useWebClient();
  const form = useForm<BindingValues>({ defaultValues: bindingValues(binding) });
  const versions = useVersions(form.watch('version'));
  const isDisabled = !mayCall(session, 'loginFlowPutClientBinding');

  async function save(_: unknown, values: BindingValues) {
    try {
      await putBinding(api, clientId, values, etag);
      showToast({ text: sayApp('saved') });
      await refreshReads(queryClient, ['loginFlowGetClientBinding']);
    } catch (error) {
      return findingsOf(error, sayProblem);
    }
  }

  return (
    <Form form={form} save={save}>
      <FieldGroup>
        <FormField form={form} name="version" label={say('binding.version')}>
          {(field) => <Select {...field} isDisabled={isDisabled} choices={versions} />}
        </FormField>
        <FormField form={form} name="minimumAssurance" label={say('binding.assurance')}>
          {(field) => (
            <Select
              {...field}
              isDisabled={isDisabled}
              choices={[
                { id: 'flow' as const, label: say('binding.asFlow') },
                ...assurances.map((id) => ({ id, label: say(`assurance.${id}`) })),
              ]}
            />
          )}
        </FormField>
        <FormField form={form} name="allowedMethods" label={say('binding.methods')}>
          {({ onChange, ...field }) => (
            <CheckboxGroup
              {...field}
              hint={say('binding.methods.hint')}
              isOptional
              isDisabled={isDisabled}
              onChange={(chosen) => onChange(signInMethods.filter((id) => chosen.includes(id)))}
              choices={signInMethods.map((id) => ({ id, label: say(`method.${id}`) }))}
            />
          )}
        </FormField>
        <FormField form={form} name="signUpEnabled" label={say('binding.signUp')}>
          {(field) => (
            <Select
              {...field}
              isDisabled={isDisabled}
              choices={[
                { id: 'flow', label: say('binding.asFlow') },
                { id: 'yes', label: say('yes') },
                { id: 'no', label: say('no') },
              ]}
            />
          )}
        </FormField>
        <FormField form={form} name="maxAgeSeconds" label={say('binding.maxAge')}>
          {(field) => (
            <TextField
              {...field}
              inputMode="numeric"
              hint={say('binding.maxAge.hint')}
              isOptional
              isDisabled={isDisabled}
            />
          )}
        </FormField>
        <FormField form={form} name="allowedConnectors" label={say('binding.connectors')}>
          {(field) => (
            <TextArea
              {...field}
              hint={say('binding.connectors.hint')}
              isCode
              isOptional
              isDisabled={isDisabled}
            />
          )}
        </FormField>
        <FormField form={form} name="defaultConnector" label={say('binding.defaultConnector')}>
          {(field) => <TextField {...field} isCode isOptional isDisabled={isDisabled} />}
        </FormField>
        <FormField form={form} name="entrypoint" label={say('binding.entrypoint')}>
          {(field) => (
            <TextField
              {...field}
              hint={say('binding.entrypoint.hint')}
              isCode
              isDisabled={isDisabled}
            />
          )}
        </FormField>
      </FieldGroup>
    </Form>
  );
}
