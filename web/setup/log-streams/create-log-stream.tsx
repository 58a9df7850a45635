import { useForm } from 'react-hook-form';
import { setup } from '@platform/sdk';
import type { CreateSetupLogStreamRequest } from '@platform/sdk';
import { findingsOf } from '../../client/field-words.ts';
import { useWrite } from '../../client/write.ts';
import { Section } from '../../kit/content/section.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { PasswordField } from '../../kit/controls/password-field.tsx';
import { Select } from '../../kit/controls/select.tsx';
import { TextField } from '../../kit/controls/text-field.tsx';
import { FormField } from '../../kit/form/form-field.tsx';
import { Form } from '../../kit/form/form.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { kindFields, logStreamBody, logStreamKinds } from '../../parts/log-stream-kinds.ts';
import type { KindField, LogStreamValues } from '../../parts/log-stream-kinds.ts';

const empty: LogStreamValues = {
  kind: 'splunk_hec',
  name: '',
  // Only an administrator of the tenant can stream what happened before.
  startFrom: 'now',
  config: {},
  credentials: {},
};

type Name = `config.${string}` | `credentials.${string}`;

/** Creates a stream to a product, with what that product needs. */
export function CreateLogStream({ onCreated }: { onCreated: () => void }) {
  const say = useSay('logStreams');
  const sayProblem = useSay('problems');
  const form = useForm<LogStreamValues>({ defaultValues: empty });
  const create = useWrite(
    (api, body: CreateSetupLogStreamRequest, key) => setup(api).logStreams.create(body, key),
    { refreshes: ['setupLogStreamList', 'setupGet'], isSecret: true },
  );
  const { kind } = form.watch();
  const fields: readonly KindField[] = kindFields[kind];
  const required = (isOptional: boolean | undefined) => ({
    validate: (value: unknown) =>
      isOptional || (typeof value === 'string' && value.trim() !== '')
        ? true
        : sayProblem('field_required'),
  });
  return (
    <Section title={say('create.title')}>
      <Form
        form={form}
        save={async (_, values) => {
          try {
            await create.mutateAsync(logStreamBody(values) as CreateSetupLogStreamRequest);
            onCreated();
          } catch (error) {
            return findingsOf(error, sayProblem);
          }
        }}
        submit={
          <div>
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
              hint={say(`guide.${kind}`)}
              choices={logStreamKinds.map((id) => ({ id, label: say(`kind.${id}`) }))}
            />
          )}
        </FormField>
        <FormField form={form} name="name" label={say('field.name')} rules={required(false)}>
          {(field) => <TextField {...field} autoComplete="off" />}
        </FormField>
        {fields.map(({ name, in: part, isSecret, isOptional }) => (
          <FormField
            key={`${kind} ${name}`}
            form={form}
            name={`${part}.${name}` as Name}
            label={say(`field.${name}` as Parameters<typeof say>[0])}
            rules={required(isOptional)}
          >
            {({ value, ...field }) => {
              const Control = isSecret ? PasswordField : TextField;
              return (
                <Control
                  {...field}
                  value={value ?? ''}
                  autoComplete="off"
                  isOptional={isOptional}
                />
              );
            }}
          </FormField>
        ))}
      </Form>
    </Section>
  );
}
