import { useNavigate } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { siemSinks } from '@platform/sdk';
import type { ConfigureSiemSinkRequest } from '@platform/sdk';
import { findingsOf } from '../../client/field-words.ts';
import { useWrite } from '../../client/write.ts';
import { Button } from '../../kit/controls/button.tsx';
import { PasswordField } from '../../kit/controls/password-field.tsx';
import { RadioGroup } from '../../kit/controls/radio-group.tsx';
import { Select } from '../../kit/controls/select.tsx';
import { TextField } from '../../kit/controls/text-field.tsx';
import { FormField } from '../../kit/form/form-field.tsx';
import { Form } from '../../kit/form/form.tsx';
import { Dialog } from '../../kit/overlays/dialog.tsx';
import { showToast } from '../../kit/overlays/toast.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { ShowCode } from '../../parts/show-code.tsx';
import { kindFields, logStreamBody, logStreamKinds } from '../../parts/log-stream-kinds.ts';
import type { KindField, LogStreamValues } from '../../parts/log-stream-kinds.ts';
import styles from './log-streams.module.css';

const empty: LogStreamValues = {
  kind: 'splunk_hec',
  name: '',
  startFrom: 'now',
  config: {},
  credentials: {},
};

type Name = `config.${string}` | `credentials.${string}`;

/** Credentials in the code that is shown are variables. */
const shownBody = (values: LogStreamValues) =>
  logStreamBody({
    ...values,
    credentials: Object.fromEntries(
      Object.keys(values.credentials).map((name) => [
        name,
        values.credentials[name] ? '$TOKEN' : '',
      ]),
    ),
  });

/** Creates a stream for a product, with what that product needs. */
export function CreateLogStreamDialog({ onClose }: { onClose: () => void }) {
  const say = useSay('logStreams');
  const sayApp = useSay('app');
  const sayProblem = useSay('problems');
  const navigate = useNavigate();
  const form = useForm<LogStreamValues>({ defaultValues: empty });
  const create = useWrite(
    (api, body: ConfigureSiemSinkRequest, key) => siemSinks(api).create(body, key),
    { refreshes: ['siemListSinks'] },
  );
  async function save(_: unknown, values: LogStreamValues) {
    try {
      const { id } = await create.mutateAsync(logStreamBody(values) as ConfigureSiemSinkRequest);
      create.reset();
      showToast({ text: say('created.toast') });
      void navigate({ to: '/log-streams/$streamId', params: { streamId: id } });
    } catch (error) {
      return findingsOf(error, sayProblem);
    }
  }
  const values = form.watch();
  const fields: readonly KindField[] = kindFields[values.kind];
  const required = (isOptional: boolean | undefined) => ({
    validate: (value: unknown) =>
      isOptional || (typeof value === 'string' && value.trim() !== '')
        ? true
        : sayProblem('field_required'),
  });
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
            <ShowCode entries={[{ operation: 'siemConfigureSink', body: shownBody(values) }]} />
            <Button onPress={onClose}>{sayApp('cancel')}</Button>
            <Button kind="primary" type="submit" isPending={form.formState.isSubmitting}>
              {say('create')}
            </Button>
          </div>
        }
      >
        <FormField form={form} name="kind" label={say('column.kind')}>
          {(field) => (
            <Select
              {...field}
              hint={say(`guide.${values.kind}`)}
              choices={logStreamKinds.map((id) => ({ id, label: say(`kind.${id}`) }))}
            />
          )}
        </FormField>
        <FormField form={form} name="name" label={say('field.name')} rules={required(false)}>
          {(field) => <TextField {...field} autoComplete="off" />}
        </FormField>
        {fields.map(({ name, in: part, isSecret, isOptional }) => (
          <FormField
            key={`${values.kind} ${name}`}
            form={form}
            name={`${part}.${name}` as Name}
            label={say(`field.${name}` as Parameters<typeof say>[0])}
            rules={required(isOptional)}
          >
            {({ value, ...field }) =>
              isSecret ? (
                <PasswordField
                  {...field}
                  value={value ?? ''}
                  autoComplete="off"
                  isOptional={isOptional}
                />
              ) : (
                <TextField
                  {...field}
                  value={value ?? ''}
                  autoComplete="off"
                  isCode
                  isOptional={isOptional}
                />
              )
            }
          </FormField>
        ))}
        <FormField form={form} name="startFrom" label={say('field.startFrom')}>
          {({ ref: _ref, ...field }) => (
            <RadioGroup
              {...field}
              choices={(['now', 'oldest'] as const).map((id) => ({
                id,
                label: say(`field.startFrom.${id}`),
              }))}
            />
          )}
        </FormField>
      </Form>
    </Dialog>
  );
}
