import type { LoginMethod } from '@platform/contracts';
import { collectsIdentifier } from '../../login/steps/authenticate-step.ts';
import { offeredTrustSeconds } from '../../login/browser/device-memory.ts';
import type { Login } from '../../login/steps/login-step.ts';
import { methodsShown } from '../../login/methods/offered-methods.ts';
import { loginFields } from './fields.ts';
import { freshView, loginForm } from './login-form.ts';
import type { FormParts, WayOut } from './login-form.ts';
import type { PageContext, PageParts } from '../frame/page-context.ts';
import { federationView, socialButtons, socialView } from './provider-view.ts';

/** Views that a link opens. They are not stored with the login. */
export type LinkedView = 'methods' | 'forgot' | 'step';

type View = (context: PageContext, login: Login) => PageParts;

const icons: Partial<Record<LoginMethod, string>> = {
  password: 'key',
  totp: 'phone',
  recovery_code: 'lifebuoy',
  email_code: 'mail',
  magic_link: 'mail',
  passkey: 'passkey',
  security_key: 'passkey',
};

/** Lists methods to choose from. */
export const methodList = (
  { t }: PageContext,
  methods: readonly LoginMethod[],
  purpose: 'use' | 'set_up',
) =>
  methods.map((method) => ({
    method,
    icon: icons[method] ?? 'key',
    name: t(`login.method.${method}`),
    hint: t(`login.method_hint.${purpose}.${method}`),
  }));

/** Methods with a page of their own. Social providers are buttons on those pages. */
const listedMethods = (login: Login): LoginMethod[] =>
  methodsShown(login).filter((method) => method !== 'social');

const otherWays = ({ t, path }: PageContext, login: Login): WayOut[] =>
  listedMethods(login).length > 1
    ? [{ text: t('login.other_ways'), href: `${path}?view=methods` }]
    : [];

/** A page with a form, which includes an identifier field if it is not known yet who signs in. */
function page(
  context: PageContext,
  login: Login,
  { title, lead, ...parts }: FormParts & { title: string; lead?: string },
): PageParts {
  const collects = collectsIdentifier(login);
  const identifier = loginFields(context.t).identifier(['email', 'username']);
  const fields = [...(collects ? [identifier] : []), ...(parts.fields ?? [])];
  const waysOut = [...(parts.waysOut ?? []), ...otherWays(context, login)];
  return {
    template: 'login-form',
    title,
    lead,
    data: {
      ...loginForm(context, login, { ...parts, fields, waysOut, showsAccount: !collects }),
      social: socialButtons(login),
    },
  };
}

const password: View = (context, login) => {
  const { t, path, brand } = context;
  const collects = collectsIdentifier(login);
  const parts = page(context, login, {
    title: collects ? t('sign_in.title', { tenant: brand.name }) : t('login.password.title'),
    lead: collects ? t('sign_in.lead', { application: context.client.name }) : undefined,
    action: 'prove',
    button: t('action.sign_in'),
    fields: [loginFields(t).password(collects ? undefined : `${path}?view=forgot`)],
  });
  // Password managers need the username to find the password.
  return { ...parts, data: { ...parts.data, username: login.progress.identifier } };
};

/** The label of the checkbox for trusting the browser. Undefined if that is not offered. */
function trustOffer({ t }: PageContext, login: Login): string | undefined {
  const days = Math.floor(offeredTrustSeconds(login) / 86_400);
  return days > 0 ? t('login.trust_device', { days }) : undefined;
}

const code =
  (method: 'totp' | 'recovery_code' | 'email_code'): View =>
  (context, login) => {
    const { t } = context;
    const fields = loginFields(t);
    const isMail = method === 'email_code';
    const resend = { lead: t('login.no_mail'), text: t('login.resend'), action: 'resend' };
    const parts = page(context, login, {
      title: t(`login.${method}.title`),
      lead: t(`login.${method}.lead`, { identifier: login.progress.identifier ?? '' }),
      action: 'prove',
      button: t('action.continue'),
      fields: [method === 'recovery_code' ? fields.recoveryCode() : fields.code()],
      waysOut: isMail ? [resend] : [],
    });
    return { ...parts, data: { ...parts.data, trust: trustOffer(context, login) } };
  };

const magicLink: View = (context, login) => {
  const { t } = context;
  const resend = { lead: t('login.no_mail'), text: t('login.resend_link'), action: 'resend' };
  return {
    template: 'login-sent',
    title: t('verify.title'),
    lead: t('login.magic_link.lead', { identifier: login.progress.identifier ?? '' }),
    data: loginForm(context, login, {
      action: '',
      button: '',
      waysOut: [resend, ...otherWays(context, login)],
    }),
  };
};

const passkey: View = (context, login) => {
  const { t } = context;
  const parts = page(context, login, {
    title: t('login.passkey.title'),
    lead: t('login.passkey.lead'),
    action: 'prove',
    button: t('login.passkey.use'),
  });
  const options = JSON.stringify(login.progress.challenge?.shown ?? {});
  return { ...parts, data: { ...parts.data, passkey: { kind: 'get', options, action: 'prove' } } };
};

const views: Partial<Record<LoginMethod, View>> = {
  password,
  totp: code('totp'),
  recovery_code: code('recovery_code'),
  email_code: code('email_code'),
  magic_link: magicLink,
  passkey,
  security_key: passkey,
  social: socialView,
  federation: (context, login) => federationView(context, login, otherWays(context, login)),
};

const methods: View = (context, login) => ({
  template: 'login-methods',
  title: context.t('login.methods.title'),
  data: {
    ...loginForm(context, login, {
      action: 'method',
      button: '',
      waysOut: [{ text: context.t('login.back'), href: freshView(context.path) }],
    }),
    methods: methodList(context, listedMethods(login), 'use'),
  },
});

const forgot: View = (context, login) => {
  const { t, path } = context;
  return {
    template: 'login-form',
    title: t('login.forgot.title'),
    lead: t('login.forgot.lead', { identifier: login.progress.identifier ?? '' }),
    data: loginForm(context, login, {
      action: 'forgot',
      button: t('action.send_code'),
      waysOut: [{ text: t('login.back_to_sign_in'), href: freshView(path) }],
    }),
  };
};

const resetCode: View = (context, login) => {
  const { t } = context;
  return {
    template: 'login-form',
    title: t('verify.title'),
    lead: t('login.reset.lead', { identifier: login.progress.identifier ?? '' }),
    data: loginForm(context, login, {
      action: 'reset-code',
      button: t('action.continue'),
      fields: [loginFields(t).code()],
      waysOut: [
        { lead: t('login.no_mail'), text: t('login.resend'), action: 'forgot' },
        { text: t('login.back_to_sign_in'), action: 'cancel-reset' },
      ],
    }),
  };
};

const newPassword =
  (purpose: 'reset' | 'expired', action: string): View =>
  (context, login) => {
    const { t } = context;
    return {
      template: 'login-form',
      title: t(`login.new_password.title_${purpose}`),
      lead: t(`login.new_password.lead_${purpose}`),
      data: loginForm(context, login, {
        action,
        button: t('login.new_password.save'),
        fields: [loginFields(t).newPassword(login.experience.passwordMinLength)],
      }),
    };
  };

/** The page of an `authenticate` step. */
export function authenticateView(
  context: PageContext,
  login: Login,
  linked: LinkedView | undefined,
): PageParts {
  const { mustChange, reset, method } = login.progress;
  if (mustChange) return newPassword('expired', 'change-password')(context, login);
  if (reset?.userId !== undefined) return newPassword('reset', 'new-password')(context, login);
  if (reset?.challenge) return resetCode(context, login);
  if (linked === 'methods') return methods(context, login);
  if (linked === 'forgot' && method === 'password') return forgot(context, login);
  return (views[method ?? 'password'] ?? methods)(context, login);
}
