import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import type { UseFormReturn } from 'react-hook-form';
import { pim } from '@platform/sdk';
import type { CreateEligibleAssignmentRequest } from '@platform/sdk';
import { findingsOf } from '../../client/field-words.ts';
import { useSession } from '../../client/session-query.ts';
import { useWrite } from '../../client/write.ts';
import { Section } from '../../kit/content/section.tsx';
import type { Choice } from '../../kit/controls/choice-list.tsx';
import { ComboBox } from '../../kit/controls/combo-box.tsx';
import { RadioGroup } from '../../kit/controls/radio-group.tsx';
import { Select } from '../../kit/controls/select.tsx';
import { TextArea, TextField } from '../../kit/controls/text-field.tsx';
import { FormField } from '../../kit/form/form-field.tsx';
import { FieldGroup } from '../../kit/form/form.tsx';
import { showToast } from '../../kit/overlays/toast.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { lackedToGive } from '../roles/lacked-scopes.ts';
import { useRoleWords } from '../roles/role-names.ts';
import { rolesQuery } from '../roles/role-queries.ts';
import { useUserSearch } from '../users/user-search.ts';
import { endChoices, endOf } from './eligible-ends.ts';
import { RulesFields } from './rules-fields.tsx';
import { atRule } from './rules-findings.ts';
import { rulesBody, usualRules } from './rules-values.ts';
import type { RulesValues } from './rules-values.ts';

interface EligibleValues extends RulesValues {
  type: 'user' | 'group';
  user: Choice | null;
  groupId: string;
  role: string | null;
  justification: string;
  days: string;
}

const kinds = ['user', 'group'] as const;

const empty: EligibleValues = {
  ...usualRules,
  type: 'user',
  user: null,
  groupId: '',
  role: null,
  justification: '',
  days: 'never',
};

function requestOf(values: EligibleValues): CreateEligibleAssignmentRequest {
  const { type, user, groupId, role, justification, days: until } = values;
  return {
    principal: { type, id: (type === 'user' ? user?.id : groupId.trim()) || '…' },
    role: role ?? '…',
    ...(justification.trim() !== '' && { justification: justification.trim() }),
    ...(until !== 'never' && { expiresAt: endOf(until) }),
    rules: rulesBody(values),
  };
}

function RoleField({ form }: { form: UseFormReturn<EligibleValues> }) {
  const say = useSay('elevation');
  const sayProblem = useSay('problems');
  const session = useSession();
  const { nameOf } = useRoleWords();
  const { data } = useQuery(rolesQuery({ limit: 200 }));
  return (
    <FormField
      form={form}
      name="role"
      label={say('eligible.to')}
      rules={{ validate: (role) => role !== null || sayProblem('field_required') }}
    >
      {(field) => (
        <Select
          {...field}
          choices={(data?.value.data ?? []).map((role) => {
            const isLacked = lackedToGive(session, role.permissions).length > 0;
            return {
              id: role.key,
              label: nameOf(role),
              ...(isLacked && { isDisabled: true, hint: say('eligible.lacked') }),
            };
          })}
        />
      )}
    </FormField>
  );
}

/** Makes a person or a group eligible for a role, with the rules of its requests. */
export function CreateEligible({ onClose }: { onClose: () => void }) {
  const say = useSay('elevation');
  const sayRoles = useSay('roles');
  const sayProblem = useSay('problems');
  const search = useUserSearch();
  const form = useForm<EligibleValues>({ defaultValues: empty, mode: 'onTouched' });
  const create = useWrite(
    (api, body: CreateEligibleAssignmentRequest, key) =>
      pim(api).eligibleAssignments.create(body, key),
    { refreshes: ['pimEligibilityAdminList', 'pimListEligible'] },
  );
  const type = form.watch('type');
  const principalField = type === 'user' ? '/user' : '/groupId';

  async function save(_: unknown, values: EligibleValues) {
    try {
      const { principal } = await create.mutateAsync(requestOf(values));
      const name = values.type === 'user' ? values.user?.label : principal.id;
      showToast({ text: say('eligible.created.toast', { name: name ?? principal.id }) });
      onClose();
    } catch (error) {
      return findingsOf(error, sayProblem)
        .map(atRule)
        .map((finding) =>
          finding.pointer.startsWith('/principal')
            ? { ...finding, pointer: principalField }
            : finding,
        );
    }
  }

  const required = (value: string) => value.trim() !== '' || sayProblem('field_required');
  return (
    <FormDialog
      title={say('eligible.create')}
      size="wide"
      form={form}
      save={save}
      submit={say('eligible.create')}
      code={[{ operation: 'pimEligibilityAdminCreate', body: requestOf(form.watch()) }]}
      onClose={onClose}
    >
      <FormField form={form} name="type" label={say('who')}>
        {({ onChange, ...field }) => (
          <RadioGroup
            {...field}
            onChange={(id) => onChange(id === 'group' ? 'group' : 'user')}
            choices={kinds.map((id) => ({
              id,
              label: say(`eligible.${id}`),
              ...(id === 'group' && { hint: say('eligible.groupHint') }),
            }))}
          />
        )}
      </FormField>
      {type === 'user' ? (
        <FormField
          form={form}
          name="user"
          label={say('eligible.user')}
          rules={{ validate: (user) => user !== null || sayProblem('field_required') }}
        >
          {(field) => <ComboBox {...field} search={search} hint={sayRoles('assign.search')} />}
        </FormField>
      ) : (
        <FormField
          form={form}
          name="groupId"
          label={say('eligible.groupId')}
          rules={{ validate: required }}
        >
          {(field) => <TextField {...field} isCode />}
        </FormField>
      )}
      <RoleField form={form} />
      <FormField form={form} name="justification" label={say('justification')}>
        {(field) => <TextArea {...field} rows={2} isOptional />}
      </FormField>
      <FormField form={form} name="days" label={say('eligible.until')}>
        {(field) => (
          <Select
            {...field}
            choices={endChoices(undefined, {
              never: say('unlimited'),
              until: String,
              days: (count) => sayRoles('assign.days', { count }),
            })}
          />
        )}
      </FormField>
      <Section title={say('rules')}>
        <FieldGroup>
          <RulesFields form={form as unknown as UseFormReturn<RulesValues>} isNew />
        </FieldGroup>
      </Section>
    </FormDialog>
  );
}
