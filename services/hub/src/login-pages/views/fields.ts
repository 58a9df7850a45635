import type { FieldDefinition, Translate } from '@platform/pages';

/** The fields of login pages, with the attributes that browsers and password managers need to fill them. */
export const loginFields = (t: Translate) => ({
  identifier: (kinds: readonly string[]): FieldDefinition => ({
    name: 'identifier',
    label: t(kinds.length === 1 ? `login.field.${kinds[0]}` : 'login.field.identifier'),
    type: kinds.length === 1 && kinds[0] === 'email' ? 'email' : 'text',
    autocomplete: 'username webauthn',
    inputmode: kinds.includes('email') ? 'email' : undefined,
    maxLength: 320,
    plain: true,
  }),
  password: (forgotHref: string | undefined): FieldDefinition => ({
    name: 'password',
    label: t('field.password'),
    type: 'password',
    autocomplete: 'current-password',
    link: forgotHref === undefined ? undefined : { href: forgotHref, text: t('sign_in.forgot') },
  }),
  newPassword: (minLength: number): FieldDefinition => ({
    name: 'new-password',
    label: t('login.field.new_password'),
    type: 'password',
    autocomplete: 'new-password',
    hint: minLength > 0 ? t('field.password_hint', { length: minLength }) : undefined,
    maxLength: 512,
  }),
  code: (): FieldDefinition => ({ name: 'code', label: t('login.field.code'), codeLength: 6 }),
  userCode: (): FieldDefinition => ({
    name: 'user_code',
    label: t('login.device.code'),
    autocomplete: 'off',
    maxLength: 20,
    plain: true,
  }),
  recoveryCode: (): FieldDefinition => ({
    name: 'code',
    label: t('login.field.recovery_code'),
    autocomplete: 'off',
    maxLength: 40,
    plain: true,
  }),
});

const known: Readonly<Record<string, Partial<FieldDefinition>>> = {
  email: { type: 'email', autocomplete: 'email', inputmode: 'email', plain: true, maxLength: 254 },
  phoneNumber: { type: 'tel', autocomplete: 'tel', inputmode: 'tel', plain: true },
  displayName: { autocomplete: 'name' },
  givenName: { autocomplete: 'given-name' },
  middleName: { autocomplete: 'additional-name' },
  familyName: { autocomplete: 'family-name' },
  nickname: { autocomplete: 'nickname' },
  title: { autocomplete: 'organization-title' },
  picture: { plain: true, maxLength: 2048 },
  locale: { autocomplete: 'language', plain: true },
  timeZone: { plain: true },
  username: { autocomplete: 'username', plain: true },
};

const labelFromName = (name: string): string => {
  const words = name
    .replace(/^.*\./, '')
    .replace(/([a-z])([A-Z])|[_-]/g, '$1 $2')
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1).toLowerCase();
};

/** The field of a user attribute. The label of a custom attribute is derived from its name. */
export const attributeField = (
  t: Translate,
  { name, required }: { name: string; required: boolean },
): FieldDefinition => ({
  name,
  required,
  label: name in known ? t(`login.attribute.${name}`) : labelFromName(name),
  hint: required ? undefined : t('login.field.optional'),
  maxLength: 200,
  ...known[name],
});
