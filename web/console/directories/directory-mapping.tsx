import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { directories } from '@platform/sdk';
import type { Directory, UpdateDirectoryRequest } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { Banner } from '../../kit/content/banner.tsx';
import { Code } from '../../kit/code/code.tsx';
import { Section } from '../../kit/content/section.tsx';
import { Select } from '../../kit/controls/select.tsx';
import { TextArea, TextField } from '../../kit/controls/text-field.tsx';
import { ConflictDialog } from '../../kit/form/conflict-dialog.tsx';
import { FormField } from '../../kit/form/form-field.tsx';
import { FieldGroup, Form } from '../../kit/form/form.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { useConditionalSave } from '../../parts/conditional-save.ts';
import { useDraft } from '../../parts/draft.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { directoryQuery } from './directory-queries.ts';
import { directoryRoute } from './directory-routes.ts';
import { mappingFault, mappingRules, mappingText } from './mapping-text.ts';

const endings = ['suspend_membership', 'remove_membership', 'delete_user'] as const;
const deletions = ['keep_users', 'deactivate_users'] as const;

interface MappingValues {
  name: string;
  attributeMapping: string;
  deprovisioning: Directory['deprovisioning'];
  onDelete: Directory['onDelete'];
}

const valuesOf = ({
  name,
  attributeMapping,
  deprovisioning,
  onDelete,
}: Directory): MappingValues => ({
  name,
  attributeMapping: mappingText(attributeMapping),
  deprovisioning,
  onDelete,
});

const bodyOf = ({ attributeMapping, ...patch }: Record<string, unknown>) => ({
  ...patch,
  ...(typeof attributeMapping === 'string' && { attributeMapping: mappingRules(attributeMapping) }),
});

interface MappingFormProps {
  directory: Directory;
  etag: string | undefined;
  isReadOnly: boolean;
}

function MappingForm({ directory, etag, isReadOnly }: MappingFormProps) {
  const say = useSay('directories');
  const [read] = useState({ value: directory, etag });
  const form = useForm<MappingValues>({ defaultValues: valuesOf(directory), mode: 'onTouched' });
  const { id } = directory;
  const { save, conflict } = useConditionalSave({
    form,
    read,
    valuesOf,
    bodyOf,
    send: (api, patch, ifMatch) =>
      directories(api).update(
        id,
        patch as UpdateDirectoryRequest,
        ifMatch === undefined ? {} : { ifMatch },
      ),
    reread: (api) => directories(api).get(id),
    refreshes: ['directoriesGet', 'directoriesList'],
  });
  useDraft(form, `directory ${id}`);
  return (
    <>
      <Form form={form} save={(patch) => save(bodyOf(patch))}>
        <FieldGroup>
          <FormField form={form} name="name" label={say('field.name')}>
            {(field) => <TextField {...field} isReadOnly={isReadOnly} />}
          </FormField>
          <FormField
            form={form}
            name="attributeMapping"
            label={say('field.attributeMapping')}
            rules={{
              validate(text) {
                const fault = mappingFault(text);
                return fault === undefined || say('mapping.fault', { line: fault });
              },
            }}
          >
            {(field) => (
              <TextArea
                {...field}
                rows={6}
                hint={say('mapping.hint')}
                isCode
                isOptional
                isReadOnly={isReadOnly}
              />
            )}
          </FormField>
          <FormField form={form} name="deprovisioning" label={say('field.deprovisioning')}>
            {(field) => (
              <Select
                {...field}
                isDisabled={isReadOnly}
                choices={endings.map((one) => ({ id: one, label: say(`deprovisioning.${one}`) }))}
              />
            )}
          </FormField>
          <FormField form={form} name="onDelete" label={say('field.onDelete')}>
            {(field) => (
              <Select
                {...field}
                isDisabled={isReadOnly}
                choices={deletions.map((one) => ({ id: one, label: say(`onDelete.${one}`) }))}
              />
            )}
          </FormField>
        </FieldGroup>
      </Form>
      {conflict && (
        <ConflictDialog
          {...conflict}
          labelOf={(name) => say(`field.${name as keyof MappingValues}`)}
        />
      )}
    </>
  );
}

/** Where properties of users come from, with users of the last test as they would be imported. */
export function DirectoryMapping() {
  const say = useSay('directories');
  const sayApp = useSay('app');
  const session = useSession();
  const { directoryId } = directoryRoute.useParams();
  const query = useQuery(directoryQuery(directoryId));
  const isReadOnly = !mayCall(session, 'directoriesUpdate');
  return (
    <Loaded query={query} lines={8}>
      {(directory, { etag }) => (
        <>
          {isReadOnly && <Banner state="info">{sayApp('readOnly')}</Banner>}
          <MappingForm
            key={directory.id}
            directory={directory}
            etag={etag}
            isReadOnly={isReadOnly}
          />
          {directory.lastProbe && directory.lastProbe.sample.length > 0 && (
            <Section title={say('sample')} about={say('sample.about')}>
              <Code
                code={JSON.stringify(directory.lastProbe.sample, null, 2)}
                language="json"
                label={`${say('sample')}: JSON`}
              />
            </Section>
          )}
        </>
      )}
    </Loaded>
  );
}
