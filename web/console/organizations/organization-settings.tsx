import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { organizations } from '@platform/sdk';
import type { Organization, UpdateOrganizationRequest } from '@platform/sdk';
import { bodyOf } from '../../client/form-text.ts';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { organizationsUpdate } from '../../generated/forms/organizations.ts';
import { Banner } from '../../kit/content/banner.tsx';
import { RadioGroup } from '../../kit/controls/radio-group.tsx';
import { TextField } from '../../kit/controls/text-field.tsx';
import { ConflictDialog } from '../../kit/form/conflict-dialog.tsx';
import { FormField } from '../../kit/form/form-field.tsx';
import { FieldGroup, Form } from '../../kit/form/form.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { useConditionalSave } from '../../parts/conditional-save.ts';
import { useDraft } from '../../parts/draft.ts';
import { useFieldRules } from '../../parts/field-rules.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { organizationQuery } from './organization-queries.ts';
import { organizationRoute } from './organization-routes.ts';
import { RoleField } from './role-field.tsx';

const texts = ['name', 'slug', 'primaryDomain', 'logoUrl', 'externalId'] as const;
const policies = ['invite_only', 'verified_domain_only'] as const;

type SettingsValues = Record<(typeof texts)[number], string> &
  Pick<Organization, 'membershipPolicy' | 'defaultRoles'>;

const valuesOf = (organization: Organization): SettingsValues => ({
  ...(Object.fromEntries(texts.map((name) => [name, organization[name] ?? ''])) as Record<
    (typeof texts)[number],
    string
  >),
  membershipPolicy: organization.membershipPolicy,
  defaultRoles: organization.defaultRoles,
});

interface SettingsFormProps {
  organization: Organization;
  etag: string | undefined;
  isReadOnly: boolean;
}

/** Saves the changed settings, unless another person has changed them in the meantime: then both changes are merged. */
function SettingsForm({ organization, etag, isReadOnly }: SettingsFormProps) {
  const say = useSay('organizations');
  const rulesOf = useFieldRules(organizationsUpdate);
  const [read] = useState({ value: organization, etag });
  const form = useForm<SettingsValues>({
    defaultValues: valuesOf(organization),
    mode: 'onTouched',
  });
  const { id } = organization;
  const { save, conflict } = useConditionalSave({
    form,
    read,
    valuesOf,
    bodyOf,
    send: (api, patch, ifMatch) =>
      organizations(api).update(
        id,
        patch as UpdateOrganizationRequest,
        ifMatch === undefined ? {} : { ifMatch },
      ),
    reread: (api) => organizations(api).get(id),
    refreshes: ['organizationsGet', 'organizationsList'],
  });
  useDraft(form, `organization ${id}`);
  return (
    <>
      <Form form={form} save={(patch) => save(bodyOf(patch))}>
        <FieldGroup>
          {texts.map((name) => (
            <FormField key={name} form={form} name={name} label={say(name)} rules={rulesOf(name)}>
              {(field) => (
                <TextField
                  {...field}
                  isCode={name !== 'name'}
                  isOptional={name !== 'name' && name !== 'slug'}
                  isReadOnly={isReadOnly}
                />
              )}
            </FormField>
          ))}
          <FormField form={form} name="membershipPolicy" label={say('membershipPolicy')}>
            {({ onChange, ...field }) => (
              <RadioGroup
                {...field}
                isReadOnly={isReadOnly}
                onChange={(chosen) =>
                  onChange(policies.find((one) => one === chosen) ?? 'invite_only')
                }
                choices={policies.map((one) => ({
                  id: one,
                  label: say(`policy.${one}`),
                  hint: say(`policyHint.${one}`),
                }))}
              />
            )}
          </FormField>
          <FormField form={form} name="defaultRoles" label={say('defaultRoles')}>
            {({ onChange, ...field }) => (
              <RoleField
                {...field}
                isReadOnly={isReadOnly}
                onChange={(chosen) => onChange([...chosen])}
              />
            )}
          </FormField>
        </FieldGroup>
      </Form>
      {conflict && (
        <ConflictDialog {...conflict} labelOf={(name) => say(name as keyof SettingsValues)} />
      )}
    </>
  );
}

/** The settings of an organization, as a form. */
export function OrganizationSettings() {
  const sayApp = useSay('app');
  const session = useSession();
  const { orgId } = organizationRoute.useParams();
  const query = useQuery(organizationQuery(orgId));
  const isReadOnly = !mayCall(session, 'organizationsUpdate');
  return (
    <Loaded query={query} lines={8}>
      {(organization, { etag }) => (
        <>
          {isReadOnly && <Banner state="info">{sayApp('readOnly')}</Banner>}
          <SettingsForm
            key={organization.id}
            organization={organization}
            etag={etag}
            isReadOnly={isReadOnly}
          />
        </>
      )}
    </Loaded>
  );
}
