import { useForm } from 'react-hook-form';
import { apiResources } from '@platform/sdk';
import type { ApiClient, PutApiClientRequest } from '@platform/sdk';
import { findingsOf } from '../../client/field-words.ts';
import { useWrite } from '../../client/write.ts';
import { CheckboxGroup } from '../../kit/controls/checkbox-group.tsx';
import type { Choice } from '../../kit/controls/choice-list.tsx';
import { ComboBox } from '../../kit/controls/combo-box.tsx';
import { FormField } from '../../kit/form/form-field.tsx';
import { showToast } from '../../kit/overlays/toast.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useApplicationSearch } from '../applications/application-search.ts';
import { DetailTypeChoice } from './detail-type-choice.tsx';
import { ScopeChoice } from './scope-choice.tsx';

const modes = ['user', 'client'] as const;

interface ClientValues {
  client: Choice | null;
  scopes: readonly string[];
  detailTypes: readonly string[];
  modes: readonly (typeof modes)[number][];
}

export interface ClientDialogProps {
  apiId: string;
  /** Absent: another application. */
  client?: ApiClient;
  onClose: () => void;
}

/** Gives an application access to an API, or changes it. */
export function ClientDialog({ apiId, client, onClose }: ClientDialogProps) {
  const say = useSay('apis');
  const sayProblem = useSay('problems');
  const search = useApplicationSearch();
  const form = useForm<ClientValues>({
    defaultValues: {
      client: client ? { id: client.clientId, label: client.clientId } : null,
      scopes: client?.scopes ?? [],
      detailTypes: client?.detailTypes ?? [],
      modes: client?.modes ?? [],
    },
  });
  const bodyOf = (values: ClientValues): PutApiClientRequest => ({
    scopes: values.scopes.length > 0 ? [...values.scopes] : null,
    modes: values.modes.length > 0 ? [...values.modes] : null,
    detailTypes: [...values.detailTypes],
  });
  const put = useWrite(
    (api, { id, body }: { id: string; body: PutApiClientRequest }) =>
      apiResources(api).clients.put(apiId, id, body),
    { refreshes: ['apiClientList'] },
  );

  async function save(_: unknown, values: ClientValues) {
    if (!values.client) return [];
    try {
      await put.mutateAsync({ id: values.client.id, body: bodyOf(values) });
      showToast({ text: say('client.saved.toast', { name: values.client.label }) });
      onClose();
    } catch (error) {
      return findingsOf(error, sayProblem).map((finding) =>
        finding.pointer === '/clientId' ? { ...finding, pointer: '/client' } : finding,
      );
    }
  }

  const chosen = form.watch('client');
  return (
    <FormDialog
      title={client ? say('client.edit', { name: client.clientId }) : say('client.add')}
      form={form}
      save={save}
      submit={say(client ? 'save' : 'client.add')}
      code={[
        {
          operation: 'apiClientPut',
          parameters: [apiId, chosen?.id ?? '…'],
          body: bodyOf(form.watch()),
        },
      ]}
      onClose={onClose}
    >
      {!client && (
        <FormField
          form={form}
          name="client"
          label={say('client')}
          rules={{ validate: (value) => value !== null || sayProblem('field_required') }}
        >
          {(field) => <ComboBox {...field} search={search} hint={say('client.hint')} />}
        </FormField>
      )}
      <FormField form={form} name="scopes" label={say('client.scopes')}>
        {(field) => <ScopeChoice {...field} apiId={apiId} hint={say('client.scopesHint')} />}
      </FormField>
      <FormField form={form} name="detailTypes" label={say('tab.detailTypes')}>
        {(field) => <DetailTypeChoice {...field} apiId={apiId} />}
      </FormField>
      <FormField form={form} name="modes" label={say('client.modes')}>
        {({ onChange, ...field }) => (
          <CheckboxGroup
            {...field}
            hint={say('client.modesHint')}
            isOptional
            onChange={(ids) => onChange(modes.filter((id) => ids.includes(id)))}
            choices={modes.map((id) => ({ id, label: say(`mode.${id}`) }))}
          />
        )}
      </FormField>
    </FormDialog>
  );
}
