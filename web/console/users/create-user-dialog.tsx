import { useNavigate } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { users } from '@platform/sdk';
import type { CreateUserRequest } from '@platform/sdk';
import { findingsOf } from '../../client/field-words.ts';
import { creationOf } from '../../client/form-text.ts';
import { useWrite } from '../../client/write.ts';
import { userDirectoryCreate } from '../../generated/forms/users.ts';
import { Button } from '../../kit/controls/button.tsx';
import { TextField } from '../../kit/controls/text-field.tsx';
import { FormField } from '../../kit/form/form-field.tsx';
import { Form } from '../../kit/form/form.tsx';
import { Dialog } from '../../kit/overlays/dialog.tsx';
import { showToast } from '../../kit/overlays/toast.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { useFieldRules } from '../../parts/field-rules.ts';
import { ShowCode } from '../../parts/show-code.tsx';
import { userName } from './user-names.ts';
import styles from './users.module.css';

const empty = { email: '', displayName: '', username: '', externalId: '' };

/** Creates a user, and opens their page. */
export function CreateUserDialog({ onClose }: { onClose: () => void }) {
  const say = useSay('users');
  const sayApp = useSay('app');
  const sayProblem = useSay('problems');
  const navigate = useNavigate();
  const rulesOf = useFieldRules(userDirectoryCreate);
  const form = useForm({ defaultValues: empty });
  const create = useWrite((api, body: CreateUserRequest, key) => users(api).create(body, key), {
    refreshes: ['userDirectoryList'],
  });

  async function save(_: unknown, values: typeof empty) {
    try {
      const user = await create.mutateAsync(creationOf(values) as CreateUserRequest);
      showToast({ text: say('created.toast', { name: userName(user) }) });
      void navigate({ to: '/users/$userId', params: { userId: user.id } });
    } catch (error) {
      return findingsOf(error, sayProblem);
    }
  }

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
          <div className={styles['dialogActions']}>
            <ShowCode
              entries={[{ operation: 'userDirectoryCreate', body: creationOf(form.watch()) }]}
            />
            <Button onPress={onClose}>{sayApp('cancel')}</Button>
            <Button kind="primary" type="submit" isPending={form.formState.isSubmitting}>
              {say('create')}
            </Button>
          </div>
        }
      >
        <FormField form={form} name="email" label={say('email')} rules={rulesOf('email')}>
          {(field) => <TextField {...field} type="email" autoComplete="off" autoFocus isOptional />}
        </FormField>
        <FormField
          form={form}
          name="displayName"
          label={say('name')}
          rules={rulesOf('displayName')}
        >
          {(field) => <TextField {...field} autoComplete="off" isOptional />}
        </FormField>
        <FormField form={form} name="username" label={say('username')} rules={rulesOf('username')}>
          {(field) => (
            <TextField
              {...field}
              hint={say('username.hint')}
              autoComplete="off"
              isCode
              isOptional
            />
          )}
        </FormField>
        <FormField
          form={form}
          name="externalId"
          label={say('externalId')}
          rules={rulesOf('externalId')}
        >
          {(field) => (
            <TextField
              {...field}
              hint={say('externalId.hint')}
              autoComplete="off"
              isCode
              isOptional
            />
          )}
        </FormField>
      </Form>
    </Dialog>
  );
}
