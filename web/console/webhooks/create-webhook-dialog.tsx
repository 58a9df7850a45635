import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { webhookEndpoints } from '@platform/sdk';
import type { CreateWebhookEndpointRequest } from '@platform/sdk';
import { findingsOf } from '../../client/field-words.ts';
import { creationOf } from '../../client/form-text.ts';
import { useWrite } from '../../client/write.ts';
import { webhookEndpointCreate } from '../../generated/forms/webhook-endpoints.ts';
import { Button } from '../../kit/controls/button.tsx';
import { TextArea, TextField } from '../../kit/controls/text-field.tsx';
import { FormField } from '../../kit/form/form-field.tsx';
import { Form } from '../../kit/form/form.tsx';
import { Dialog } from '../../kit/overlays/dialog.tsx';
import { SecretDialog } from '../../kit/overlays/secret-dialog.tsx';
import { showToast } from '../../kit/overlays/toast.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { useFieldRules } from '../../parts/field-rules.ts';
import { ShowCode } from '../../parts/show-code.tsx';
import { webhookBody } from './webhook-fields.ts';
import styles from './webhooks.module.css';

const empty = { url: '', description: '', eventTypes: '*' };
type Values = typeof empty;

const requestOf = (values: Values): Record<string, unknown> => creationOf(webhookBody(values));

/** Creates an endpoint, shows its secret once, and opens it. */
export function CreateWebhookDialog({ onClose }: { onClose: () => void }) {
  const say = useSay('webhooks');
  const sayApp = useSay('app');
  const sayProblem = useSay('problems');
  const navigate = useNavigate();
  const rulesOf = useFieldRules(webhookEndpointCreate);
  const form = useForm<Values>({ defaultValues: empty });
  const [created, setCreated] = useState<{ id: string; secret: string }>();
  const create = useWrite(
    (api, body: CreateWebhookEndpointRequest, key) => webhookEndpoints(api).create(body, key),
    { refreshes: ['webhookEndpointList'] },
  );

  async function save(_: unknown, values: Values) {
    try {
      const { id, secret } = await create.mutateAsync(
        requestOf(values) as CreateWebhookEndpointRequest,
      );
      create.reset();
      setCreated({ id, secret });
    } catch (error) {
      return findingsOf(error, sayProblem);
    }
  }

  if (created)
    return (
      <SecretDialog
        title={say('secret.title')}
        secret={created.secret}
        fileName="webhook-secret.txt"
        onClose={() => {
          showToast({ text: say('created.toast') });
          onClose();
          void navigate({ to: '/webhooks/$endpointId', params: { endpointId: created.id } });
        }}
      />
    );
  return (
    <Dialog
      title={say('create.title')}
      isOpen
      onClose={onClose}
      isDismissable={!form.formState.isDirty}
    >
      <Form
        form={form}
        save={save}
        submit={
          <div className={styles['actions']}>
            <ShowCode
              entries={[{ operation: 'webhookEndpointCreate', body: requestOf(form.watch()) }]}
            />
            <Button onPress={onClose}>{sayApp('cancel')}</Button>
            <Button kind="primary" type="submit" isPending={form.formState.isSubmitting}>
              {say('create')}
            </Button>
          </div>
        }
      >
        <FormField form={form} name="url" label={say('field.url')} rules={rulesOf('url')}>
          {(field) => (
            <TextField {...field} hint={say('field.url.hint')} type="url" isCode autoFocus />
          )}
        </FormField>
        <FormField
          form={form}
          name="description"
          label={say('field.description')}
          rules={rulesOf('description')}
        >
          {(field) => <TextField {...field} isOptional autoComplete="off" />}
        </FormField>
        <FormField form={form} name="eventTypes" label={say('field.eventTypes')}>
          {(field) => <TextArea {...field} hint={say('field.eventTypes.hint')} isCode rows={4} />}
        </FormField>
      </Form>
    </Dialog>
  );
}
