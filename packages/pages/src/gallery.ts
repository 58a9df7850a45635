import { formView } from './form-view.ts';
import type { FieldDefinition, FieldView, FormState } from './form-view.ts';
import { languageChoices } from './language-choice.ts';
import type { Translate } from './messages.ts';
import type { PageView } from './pages.ts';

/** The templates of {@link galleryPages}, for development and tests. */
export const galleryTemplates = new URL('../gallery/', import.meta.url);

const brand = { name: 'Acme' };
const email = 'ada@example.com';
const account = { name: email, initial: 'A', changeHref: '#' };
const requestId = 'req_01h455vb4pex5vsknk084sn02q';
const scopes = [
  'See your name and picture',
  'See your email address',
  'Add events to your calendar',
];
const providers = [
  { id: 'google', name: 'Google', mark: 'google' },
  { id: 'microsoft', name: 'Microsoft', mark: 'microsoft' },
  { id: 'github', name: 'GitHub', mark: 'github' },
  { id: 'apple', name: 'Apple', mark: 'apple' },
];

const recoveryCodes = Array.from({ length: 10 }, (_, i) => `k7vq-m2xw-${i}h4c-t9np`);

const fieldsOf = (t: Translate) => ({
  email: {
    name: 'email',
    label: t('field.email'),
    type: 'email',
    autocomplete: 'username webauthn',
    plain: true,
  } satisfies FieldDefinition,
  password: {
    name: 'password',
    label: t('field.password'),
    type: 'password',
    autocomplete: 'current-password',
    link: { href: '#', text: t('sign_in.forgot') },
  } satisfies FieldDefinition,
  code: {
    name: 'code',
    label: t('field.code'),
    codeLength: 6,
    hint: t('code.hint', { length: 6 }),
  } satisfies FieldDefinition,
});

/** Every component, with and without an error. */
function componentFields(t: Translate): FieldView[] {
  const { email: address, password, code } = fieldsOf(t);
  const shown = (definition: FieldDefinition, suffix: string, state: FormState): FieldView => {
    const name = `${definition.name}-${suffix}`;
    const view = formView([{ ...definition, name }], state)[name] as FieldView;
    return { ...view, autofocus: false };
  };
  const errors = {
    'email-wrong': t('error.email_form'),
    'password-wrong': t('error.password_wrong'),
    'code-wrong': t('error.attempts_left', { count: 2 }),
  };
  return [
    shown(address, 'empty', {}),
    shown(address, 'wrong', { errors, values: { 'email-wrong': 'ada@' } }),
    shown({ ...password, hint: t('field.password_hint', { length: 12 }) }, 'empty', {}),
    shown(password, 'wrong', { errors }),
    shown(code, 'empty', {}),
    shown(code, 'wrong', { errors }),
  ];
}

/** Pages that show every component in each of its states, by name, for development and size tests. */
export function galleryPages(locale: string, t: Translate): Record<string, PageView> {
  const { email: address, password, code } = fieldsOf(t);
  const links = ['privacy', 'terms', 'help'].map((name) => ({
    href: '#',
    text: t(`footer.${name}`),
  }));
  const languages = languageChoices([...new Set([locale, 'de', 'en', 'es', 'fr'])], {
    current: locale,
    target: '/',
  });
  const frame = { locale, brand, links, languages };
  const signIn = (state: FormState, failure?: string): PageView => ({
    ...frame,
    template: 'sign-in',
    title: t('sign_in.title', { tenant: brand.name }),
    lead: t('sign_in.lead', { application: 'Ledger' }),
    data: { form: formView([address, password], state), providers, csrf: 'token', failure },
  });
  const wrong = { values: { email }, errors: { password: t('error.password_wrong') } };
  return {
    'sign-in': signIn({}),
    'sign-in-wrong': signIn(wrong),
    'sign-in-locked': signIn({ values: { email } }, t('error.too_many_attempts', { minutes: 4 })),
    'sign-in-branded': {
      ...signIn(wrong),
      brand: {
        ...brand,
        theme: {
          light: { primary: '#0f766e', link: '#0f766e' },
          dark: { primary: '#5eead4', link: '#5eead4' },
          shape: 'pill',
        },
      },
    },
    verify: {
      ...frame,
      template: 'verify',
      title: t('verify.title'),
      lead: t('verify.lead', { channel: 'email', destination: email }),
      data: { form: formView([code]), account, csrf: 'token' },
    },
    'recovery-codes': {
      ...frame,
      template: 'recovery-codes',
      title: 'Save your recovery codes',
      lead: 'Keep these somewhere safe. Each one works once if you lose your device.',
      data: { codes: recoveryCodes },
    },
    split: { ...signIn({}), layout: 'split_left' },
    'long-address': {
      ...frame,
      template: 'verify',
      title: t('verify.title'),
      data: {
        form: formView([code]),
        account: { name: 'augusta.ada.lovelace@example.com', initial: 'A', changeHref: '#' },
        csrf: 'token',
      },
    },
    consent: {
      ...frame,
      template: 'consent',
      title: t('consent.title', { application: 'Ledger' }),
      lead: t('consent.lead', { application: 'Ledger' }),
      data: { account, scopes, csrf: 'token' },
    },
    error: {
      ...frame,
      template: 'error',
      title: t('error.page_expired'),
      data: { requestId },
      status: 400,
    },
    components: {
      ...frame,
      template: 'components',
      title: 'Components',
      lead: 'Every component, with and without an error.',
      data: {
        account,
        providers,
        scopes,
        fields: componentFields(t),
        notice: t('notice.link_sent', { email }),
        failure: t('error.page_expired'),
        check: 'Keep me signed in on this device',
        busy: t('action.sign_in'),
        buttons: [
          { kind: 'primary', text: t('action.continue') },
          { kind: 'secondary', text: t('action.send_code') },
          { kind: 'quiet', text: t('verify.other_ways') },
        ],
      },
    },
  };
}
