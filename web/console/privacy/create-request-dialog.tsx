import { useNavigate } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { accessRequests, erasureRequests } from '@platform/sdk';
import type { Client, CreateAccessRequest, CreateErasureRequest } from '@platform/sdk';
import { findingsOf } from '../../client/field-words.ts';
import { creationOf } from '../../client/form-text.ts';
import { useWrite } from '../../client/write.ts';
import { accessRequestCreate } from '../../generated/forms/access-requests.ts';
import { Banner } from '../../kit/content/banner.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { RadioGroup } from '../../kit/controls/radio-group.tsx';
import { Select } from '../../kit/controls/select.tsx';
import { TextField } from '../../kit/controls/text-field.tsx';
import { FormField } from '../../kit/form/form-field.tsx';
import { Form } from '../../kit/form/form.tsx';
import { Dialog } from '../../kit/overlays/dialog.tsx';
import { showToast } from '../../kit/overlays/toast.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { useFieldRules } from '../../parts/field-rules.ts';
import { ShowCode } from '../../parts/show-code.tsx';
import { requestReads } from './request-queries.ts';
import styles from './privacy.module.css';

const kinds = ['access', 'portability', 'erasure'] as const;
const subjectTypes = ['email', 'user_id', 'external_id', 'consent_subject'] as const;
const requesters = ['data_subject', 'guardian', 'agent', 'controller', 'authority'] as const;

interface Values {
  kind: string;
  subject: { type: string; value: string };
  requestedBy: string;
  externalReference: string;
}
const empty: Values = {
  kind: 'access',
  subject: { type: 'email', value: '' },
  requestedBy: 'data_subject',
  externalReference: '',
};

/** The body: an erasure has no kind. */
function bodyOf({ kind, ...others }: Values): Record<string, unknown> {
  return creationOf(kind === 'erasure' ? others : { kind, ...others });
}

const operationOf = ({ kind }: Values) =>
  kind === 'erasure' ? 'erasureRequestCreate' : 'accessRequestCreate';

/** Both kinds of requests have the same state machine for their callers: an id to open. */
const send = (api: Client, values: Values, key: { idempotencyKey: string }) =>
  values.kind === 'erasure'
    ? erasureRequests(api).create(bodyOf(values) as CreateErasureRequest, key)
    : accessRequests(api).create(bodyOf(values) as CreateAccessRequest, key);

/** Creates a request for data, or for its erasure, which needs a recent sign-in. */
export function CreateRequestDialog({ onClose }: { onClose: () => void }) {
  const say = useSay('privacy');
  const sayApp = useSay('app');
  const sayProblem = useSay('problems');
  const navigate = useNavigate();
  const rulesOf = useFieldRules(accessRequestCreate);
  const form = useForm<Values>({ defaultValues: empty });
  const create = useWrite(
    (api, values: Values, key) =>
      send(api, values, key) as ReturnType<ReturnType<typeof accessRequests>['create']>,
    { refreshes: requestReads },
  );
  async function save(_: unknown, values: Values) {
    try {
      const { id } = await create.mutateAsync(values);
      showToast({ text: say('created.toast') });
      const path = values.kind === 'erasure' ? 'erasure' : 'access';
      void navigate({ to: `/privacy/requests/${path}/$requestId`, params: { requestId: id } });
    } catch (error) {
      return findingsOf(error, sayProblem);
    }
  }
  const values = form.watch();
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
            <ShowCode entries={[{ operation: operationOf(values), body: bodyOf(values) }]} />
            <Button onPress={onClose}>{sayApp('cancel')}</Button>
            <Button kind="primary" type="submit" isPending={form.formState.isSubmitting}>
              {say('create')}
            </Button>
          </div>
        }
      >
        <FormField form={form} name="kind" label={say('column.kind')}>
          {({ ref: _ref, ...field }) => (
            <RadioGroup
              {...field}
              choices={kinds.map((id) => ({ id, label: say(`kind.${id}`) }))}
            />
          )}
        </FormField>
        {values.kind === 'erasure' && <Banner state="warning">{say('create.erasure.text')}</Banner>}
        <FormField form={form} name="subject.type" label={say('field.subjectType')}>
          {(field) => (
            <Select
              {...field}
              choices={subjectTypes.map((id) => ({ id, label: say(`subjectType.${id}`) }))}
            />
          )}
        </FormField>
        <FormField
          form={form}
          name="subject.value"
          label={say('field.value')}
          rules={rulesOf('subject.value')}
        >
          {(field) => <TextField {...field} autoComplete="off" autoFocus />}
        </FormField>
        <FormField form={form} name="requestedBy" label={say('field.requestedBy')}>
          {(field) => (
            <Select
              {...field}
              choices={requesters.map((id) => ({ id, label: say(`requestedBy.${id}`) }))}
            />
          )}
        </FormField>
        <FormField
          form={form}
          name="externalReference"
          label={say('field.externalReference')}
          rules={rulesOf('externalReference')}
        >
          {(field) => <TextField {...field} autoComplete="off" isOptional />}
        </FormField>
      </Form>
    </Dialog>
  );
}
