import { useForm } from 'react-hook-form';
import type { User } from '@platform/sdk';
import { bodyOf } from '../../client/form-text.ts';
import { userDirectoryPatch } from '../../generated/forms/users.ts';
import { TextField } from '../../kit/controls/text-field.tsx';
import { ConflictDialog } from '../../kit/form/conflict-dialog.tsx';
import { FormField } from '../../kit/form/form-field.tsx';
import { FieldGroup, Form } from '../../kit/form/form.tsx';
import { Section } from '../../kit/content/section.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { useDraft } from '../../parts/draft.ts';
import { useFieldRules } from '../../parts/field-rules.ts';
import { useConditionalSave } from '../../parts/conditional-save.ts';
import { isManaged, profileFields, profileValues } from './profile-fields.ts';
import type { ProfileField, ProfileValues } from './profile-fields.ts';
import { saveProfile } from './profile-save.ts';

export interface UserProfileFormProps {
  user: User;
  etag: string | undefined;
  isReadOnly: boolean;
}

const groups = ['name', 'contact', 'account'] as const;
const codes: readonly ProfileField[] = ['username', 'externalId', 'locale', 'timeZone'];

/** Saves the changed fields, unless another person has changed the user in the meantime: then both changes are merged. */
export function UserProfileForm({ user, etag, isReadOnly }: UserProfileFormProps) {
  const say = useSay('users');
  const rulesOf = useFieldRules(userDirectoryPatch);
  const form = useForm<ProfileValues>({ defaultValues: profileValues(user), mode: 'onTouched' });
  const { save, conflict } = useConditionalSave({
    form,
    read: { value: user, etag },
    valuesOf: profileValues,
    ...saveProfile(user.id),
  });
  useDraft(form, `user ${user.id}`);
  const labelOf = (name: string) => say(`field.${name as ProfileField}`);

  return (
    <>
      <Form form={form} save={(patch) => save(bodyOf(patch))}>
        {groups.map((group) => (
          <Section key={group} title={say(`group.${group}`)}>
            <FieldGroup>
              {profileFields
                .filter((one) => one.group === group)
                .map(({ name }) => (
                  <FormField
                    key={name}
                    form={form}
                    name={name}
                    label={labelOf(name)}
                    rules={rulesOf(name)}
                  >
                    {(field) => (
                      <TextField
                        {...field}
                        isOptional
                        isCode={codes.includes(name)}
                        isReadOnly={isReadOnly}
                        isDisabled={isManaged(user, name)}
                        hint={isManaged(user, name) ? say('managedField') : undefined}
                      />
                    )}
                  </FormField>
                ))}
            </FieldGroup>
          </Section>
        ))}
      </Form>
      {conflict && <ConflictDialog {...conflict} labelOf={labelOf} />}
    </>
  );
}
