import { useForm } from 'react-hook-form';
import type { CreateRoleAssignmentRequest, Role } from '@platform/sdk';
import { findingsOf } from '../../client/field-words.ts';
import type { Choice } from '../../kit/controls/choice-list.tsx';
import { ComboBox } from '../../kit/controls/combo-box.tsx';
import { RadioGroup } from '../../kit/controls/radio-group.tsx';
import { Select } from '../../kit/controls/select.tsx';
import { FormField } from '../../kit/form/form-field.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useApplicationSearch } from '../applications/application-search.ts';
import { useUserSearch } from '../users/user-search.ts';
import { useAssignment } from './assignment.ts';
import { useRoleWords } from './role-names.ts';

type Kind = CreateRoleAssignmentRequest['principal']['type'];

interface AssignValues {
  type: Kind;
  user: Choice | null;
  client: Choice | null;
  days: string;
}

const kinds = ['user', 'client'] as const;
const durations = [1, 7, 30, 90, 365];
const dayMs = 86_400_000;

/** The end of an assignment; null if it has none. */
const endOf = (days: string): string | null =>
  days === 'never' ? null : new Date(Date.now() + Number(days) * dayMs).toISOString();

function bodyOf(role: Role, values: AssignValues): CreateRoleAssignmentRequest {
  const { type, days } = values;
  const expiresAt = endOf(days);
  return {
    principal: { type, id: values[type]?.id ?? '…' },
    role: role.key,
    ...(expiresAt !== null && { expiresAt }),
  };
}

/** Assigns a role to a person or an application, and offers to undo that. */
export function AssignRole({ role, onClose }: { role: Role; onClose: () => void }) {
  const say = useSay('roles');
  const sayProblem = useSay('problems');
  const { assign } = useAssignment();
  const searches = { user: useUserSearch(), client: useApplicationSearch() };
  const form = useForm<AssignValues>({
    defaultValues: { type: 'user', user: null, client: null, days: 'never' },
  });
  const { nameOf } = useRoleWords();
  const type = form.watch('type');

  async function save(_: unknown, values: AssignValues) {
    try {
      await assign(bodyOf(role, values), values[values.type]?.label ?? '');
      onClose();
    } catch (error) {
      // The field of the principal has the name of its kind.
      return findingsOf(error, sayProblem).map((finding) =>
        /^\/(principal|role)/.test(finding.pointer) ? { ...finding, pointer: `/${type}` } : finding,
      );
    }
  }

  return (
    <FormDialog
      title={say('assign.title', { name: nameOf(role) })}
      form={form}
      save={save}
      submit={say('assign')}
      code={[{ operation: 'roleAssignmentsCreate', body: bodyOf(role, form.watch()) }]}
      onClose={onClose}
    >
      <FormField form={form} name="type" label={say('assign.to')}>
        {({ onChange, ...field }) => (
          <RadioGroup
            {...field}
            onChange={(id) => onChange(id === 'client' ? 'client' : 'user')}
            choices={kinds.map((id) => ({
              id,
              label: say(`assign.${id}`),
              ...(id === 'client' && { hint: say('assign.clientHint') }),
            }))}
          />
        )}
      </FormField>
      <FormField
        key={type}
        form={form}
        name={type}
        label={say('who')}
        rules={{ validate: (chosen) => chosen !== null || sayProblem('field_required') }}
      >
        {(field) => (
          <ComboBox
            {...field}
            search={searches[type]}
            hint={say(type === 'user' ? 'assign.search' : 'assign.searchClient')}
          />
        )}
      </FormField>
      <FormField form={form} name="days" label={say('assign.ends')}>
        {(field) => (
          <Select
            {...field}
            choices={[
              { id: 'never', label: say('assign.never') },
              ...durations.map((count) => ({
                id: String(count),
                label: say('assign.days', { count }),
              })),
            ]}
          />
        )}
      </FormField>
    </FormDialog>
  );
}
