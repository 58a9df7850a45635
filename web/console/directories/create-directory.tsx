import { useNavigate } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { connectionTests, directories } from '@platform/sdk';
import type { CreateDirectoryRequest, IdpTestRequest } from '@platform/sdk';
import { findingsOf } from '../../client/field-words.ts';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { useWrite } from '../../client/write.ts';
import { directoriesCreate } from '../../generated/forms/directories.ts';
import { Button } from '../../kit/controls/button.tsx';
import { RadioGroup } from '../../kit/controls/radio-group.tsx';
import { Select } from '../../kit/controls/select.tsx';
import { TextArea, TextField } from '../../kit/controls/text-field.tsx';
import { FormField } from '../../kit/form/form-field.tsx';
import { showToast } from '../../kit/overlays/toast.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { useFieldRules } from '../../parts/field-rules.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import {
  configFields,
  emptyDirectory,
  kinds,
  providers,
  requestOf,
  testOf,
} from './directory-values.ts';
import type { DirectoryValues } from './directory-values.ts';
import { Report } from './report.tsx';

const vendors = ['active_directory', 'openldap', 'other'] as const;
const optional: readonly string[] = ['domain'];

/** Tests what has been typed, before it is saved. */
function TestFirst({ values }: { values: DirectoryValues }) {
  const say = useSay('directories');
  const session = useSession();
  const request = testOf(values);
  const test = useWrite(
    (api, body: IdpTestRequest, key) => connectionTests(api).identityProvider.test(body, key),
    { refreshes: [] },
  );
  if (!request || !mayCall(session, 'idpConnectionTesterTest')) return null;
  return (
    <>
      <div>
        <Button isPending={test.isPending} onPress={() => test.mutate(request)}>
          {say('test')}
        </Button>
      </div>
      {test.error && <ProblemNote error={test.error} />}
      {test.data && <Report report={test.data} />}
    </>
  );
}

interface CreateDirectoryProps {
  organizationId?: string;
  onClose: () => void;
}

/** Creates a directory, and opens its page, where its credential is set. */
export function CreateDirectory({ organizationId, onClose }: CreateDirectoryProps) {
  const say = useSay('directories');
  const sayProblem = useSay('problems');
  const navigate = useNavigate();
  const rulesOf = useFieldRules(directoriesCreate);
  const form = useForm({ defaultValues: emptyDirectory(organizationId), mode: 'onTouched' });
  const values = form.watch();
  const create = useWrite(
    (api, body: CreateDirectoryRequest, key) => directories(api).create(body, key),
    { refreshes: ['directoriesList'] },
  );

  async function save(_: unknown, typed: DirectoryValues) {
    try {
      const { id, name } = await create.mutateAsync(requestOf(typed));
      showToast({ text: say('created.toast', { name }) });
      void navigate({ to: '/directories/$directoryId/credentials', params: { directoryId: id } });
    } catch (error) {
      return findingsOf(error, sayProblem);
    }
  }

  return (
    <FormDialog
      title={say('create.title')}
      size="wide"
      form={form}
      save={save}
      submit={say('create')}
      code={[{ operation: 'directoriesCreate', body: requestOf(values) }]}
      onClose={onClose}
    >
      <FormField form={form} name="kind" label={say('create.how')}>
        {({ onChange, ...field }) => (
          <RadioGroup
            {...field}
            onChange={(id) => onChange(kinds.find((one) => one === id) ?? 'scim')}
            choices={kinds.map((id) => ({
              id,
              label: say(`kind.${id}`),
              hint: say(`kindHint.${id}`),
            }))}
          />
        )}
      </FormField>
      <FormField form={form} name="name" label={say('name')} rules={rulesOf('name')}>
        {(field) => <TextField {...field} autoComplete="off" />}
      </FormField>
      <FormField form={form} name="provider" label={say('provider')}>
        {(field) => (
          <Select
            {...field}
            choices={providers.map((id) => ({ id, label: say(`provider.${id}`) }))}
          />
        )}
      </FormField>
      <FormField form={form} name="organizationId" label={say('organization')}>
        {(field) => <TextField {...field} hint={say('organization.hint')} isCode isOptional />}
      </FormField>
      {configFields[values.kind].map((name) => (
        <FormField
          key={name}
          form={form}
          name={`config.${name}`}
          label={say(`config.${name}`)}
          rules={{
            validate: (text) =>
              text.trim() === '' && !optional.includes(name) ? sayProblem('field_required') : true,
          }}
        >
          {(field) => {
            if (name === 'urls')
              return <TextArea {...field} rows={2} hint={say('config.urls.hint')} isCode />;
            if (name === 'vendor')
              return (
                <Select
                  {...field}
                  choices={vendors.map((id) => ({ id, label: say(`vendor.${id}`) }))}
                />
              );
            return <TextField {...field} isCode isOptional={optional.includes(name)} />;
          }}
        </FormField>
      ))}
      <TestFirst values={values} />
    </FormDialog>
  );
}
