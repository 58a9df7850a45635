import { useState } from 'react';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { me } from '@platform/sdk';
import type { Client, MyProfile, ProfileField, UpdateMyProfileRequest } from '@platform/sdk';
import type { Read } from '../../client/query.ts';
import { meUpdate } from '../../generated/forms/me.ts';
import { Section } from '../../kit/content/section.tsx';
import { ConflictDialog } from '../../kit/form/conflict-dialog.tsx';
import { FormField } from '../../kit/form/form-field.tsx';
import { FieldGroup, Form } from '../../kit/form/form.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { useConditionalSave } from '../../parts/conditional-save.ts';
import { useDraft } from '../../parts/draft.ts';
import { useFieldRules } from '../../parts/field-rules.ts';
import { ProfileControl } from './profile-control.tsx';
import { fieldGroups, isStandard } from './profile-fields.ts';
import type { FieldGroup as Group } from './profile-fields.ts';
import { nameOf, profilePatch, profileValues } from './profile-values.ts';
import type { ProfileValues } from './profile-values.ts';
import styles from './profile.module.css';

/** How the profile is saved, and read again after another person has saved it. */
const saving = {
  send: (api: Client, patch: object, ifMatch: string | undefined) =>
    me(api).update(patch as UpdateMyProfileRequest, ifMatch === undefined ? {} : { ifMatch }),
  reread: (api: Client) => me(api).get(),
  refreshes: ['meGet', 'meActivityList'] as const,
};

export interface ProfileFormProps {
  read: Read<MyProfile>;
  fields: readonly ProfileField[];
}

/** Names a field: the application those of every user, the tenant its attributes. */
function useLabelOf(fields: readonly ProfileField[]): (name: string) => string {
  const say = useSay('account-profile');
  return (name) =>
    isStandard(name)
      ? say(`field.${name}`)
      : (fields.find((field) => nameOf(field) === name)?.label ?? name);
}

/** A group of fields. What few need is folded up. */
function ProfileGroup({ title, children }: { title: Group['title']; children: ReactNode }) {
  const say = useSay('account-profile');
  if ('own' in title && title.own === 'more')
    return (
      <details className={styles['more']}>
        <summary>{say('group.more')}</summary>
        <FieldGroup>{children}</FieldGroup>
      </details>
    );
  const text = 'own' in title ? say(`group.${title.own}`) : (title.tenant ?? say('group.tenant'));
  return (
    <Section title={text}>
      <FieldGroup>{children}</FieldGroup>
    </Section>
  );
}

/** Saves the changed fields, unless another person has changed the profile in the meantime: then both changes are merged. */
export function ProfileForm({ read, fields }: ProfileFormProps) {
  const rulesOf = useFieldRules(meUpdate);
  const [base] = useState(read);
  const valuesOf = (profile: MyProfile): ProfileValues => profileValues(profile, fields);
  const form = useForm<ProfileValues>({
    defaultValues: valuesOf(base.value),
    mode: 'onTouched',
  });
  const bodyOf = (patch: Record<string, unknown>) => profilePatch(patch, fields);
  const { save, conflict } = useConditionalSave({ form, read: base, valuesOf, bodyOf, ...saving });
  useDraft(form, 'own profile');
  const labelOf = useLabelOf(fields);
  return (
    <>
      <Form form={form} save={(patch) => save(bodyOf(patch))}>
        <div>
          {fieldGroups(fields).map((group) => (
            <ProfileGroup key={JSON.stringify(group.title)} title={group.title}>
              {group.fields.map((field) => (
                <FormField
                  key={field.pointer}
                  form={form}
                  name={nameOf(field)}
                  label={labelOf(nameOf(field))}
                  {...(isStandard(nameOf(field)) && { rules: rulesOf(nameOf(field)) })}
                >
                  {(bound) => <ProfileControl field={field} bound={bound} />}
                </FormField>
              ))}
            </ProfileGroup>
          ))}
        </div>
      </Form>
      {conflict && <ConflictDialog {...conflict} labelOf={labelOf} />}
    </>
  );
}
