import type { Login } from '../../login/steps/login-step.ts';
import { missingAttributes } from '../../login/steps/profile-step.ts';
import { signUpAttributes } from '../../login/steps/register-step.ts';
import { attributeField, loginFields } from './fields.ts';
import { loginForm } from './login-form.ts';
import type { PageContext, PageParts } from '../frame/page-context.ts';

function verifyEmail(context: PageContext, login: Login, email: string): PageParts {
  const { t } = context;
  return {
    template: 'login-form',
    title: t('verify.title'),
    lead: t('login.sign_up.code_lead', { email }),
    data: loginForm(context, login, {
      action: 'verify-code',
      button: t('action.continue'),
      fields: [loginFields(t).code()],
      waysOut: [
        { lead: t('login.no_mail'), text: t('login.resend'), action: 'resend' },
        { text: t('login.sign_up.other_email'), action: 'restart-sign-up' },
      ],
      showsAccount: false,
    }),
  };
}

function choosePassword(context: PageContext, login: Login, email: string): PageParts {
  const { t } = context;
  const form = loginForm(context, login, {
    action: 'create-password',
    button: t('action.create_account'),
    fields: [loginFields(t).newPassword(login.experience.passwordMinLength)],
    showsAccount: false,
  });
  return {
    template: 'login-form',
    title: t('login.sign_up.password_title'),
    lead: t('login.sign_up.password_lead', { email }),
    data: { ...form, username: email },
  };
}

/** The pages of a `register` step. */
export function registerView(context: PageContext, login: Login): PageParts {
  const { t, brand } = context;
  const { signUp } = login.progress;
  const email = signUp?.values['email'] ?? '';
  if (signUp?.challenge) return verifyEmail(context, login, email);
  if (signUp) return choosePassword(context, login, email);
  return {
    template: 'login-form',
    title: t('login.sign_up.title'),
    lead: t('login.sign_up.lead', { tenant: brand.name }),
    data: loginForm(context, login, {
      action: 'submit',
      button: t('action.continue'),
      fields: signUpAttributes(login).map((attribute) => attributeField(t, attribute)),
      waysOut: [
        {
          lead: t('login.sign_up.have_account'),
          text: t('action.sign_in'),
          action: 'restart',
        },
      ],
      showsAccount: false,
    }),
  };
}

/** Asks for missing profile attributes. */
export function profileView(context: PageContext, login: Login): PageParts {
  const { t } = context;
  return {
    template: 'login-form',
    title: t('login.profile.title'),
    lead: t('login.profile.lead'),
    data: loginForm(context, login, {
      action: 'save',
      button: t('action.continue'),
      fields: missingAttributes(login).map((attribute) => attributeField(t, attribute)),
      waysOut: login.ask?.outcomes.includes('skipped')
        ? [{ text: t('login.enroll.later'), action: 'skip' }]
        : [],
    }),
  };
}

/** Asks for the code that was sent to the address. */
export function verifyContactView(context: PageContext, login: Login): PageParts {
  const { t } = context;
  const { person, progress, state } = login;
  // Before a factor is proven, only the typed identifier is shown, as for an unknown user.
  const shown = state.factors.length > 0 ? undefined : progress.identifier;
  return {
    template: 'login-form',
    title: t('verify.title'),
    lead: t('login.sign_up.code_lead', { email: shown ?? person?.email ?? '' }),
    data: loginForm(context, login, {
      action: 'confirm',
      button: t('action.continue'),
      fields: [loginFields(t).code()],
      waysOut: [{ lead: t('login.no_mail'), text: t('login.resend'), action: 'resend' }],
    }),
  };
}

export function termsView(context: PageContext, login: Login): PageParts {
  const { t } = context;
  return {
    template: 'login-terms',
    title: t('login.terms.title'),
    lead: t('login.terms.lead'),
    data: {
      ...loginForm(context, login, {
        action: 'accept',
        button: t('login.terms.accept'),
        waysOut: [{ text: t('action.cancel'), action: 'refuse' }],
      }),
      documents: (login.progress.documents ?? []).map((document) => ({
        ...document,
        url: document.url || `${context.path}/document?id=${document.id}`,
      })),
    },
  };
}
