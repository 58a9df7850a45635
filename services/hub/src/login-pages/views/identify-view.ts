import { stepAt } from '../../login/steps/login-step.ts';
import type { Login } from '../../login/steps/login-step.ts';
import { loginFields } from './fields.ts';
import { loginForm } from './login-form.ts';
import type { PageContext, PageParts } from '../frame/page-context.ts';

/** Whether new users can sign up from this step. */
function offersSignUp(login: Login): boolean {
  const step = stepAt(login);
  const target = step?.on['not_found'];
  return (
    login.flow.limits.signUpEnabled &&
    login.flow.definition.steps.some(({ id, type }) => id === target && type === 'register')
  );
}

export function identifyView(context: PageContext, login: Login): PageParts {
  const { t, brand, client } = context;
  const step = stepAt(login);
  const kinds = step?.type === 'identify' ? step.config.identifiers : [];
  const signUp = {
    lead: t('sign_in.no_account'),
    text: t('action.create_account'),
    action: 'sign-up',
  };
  const form = loginForm(context, login, {
    action: 'identify',
    button: t('action.continue'),
    fields: [loginFields(t).identifier(kinds)],
    waysOut: offersSignUp(login) ? [signUp] : [],
    showsAccount: false,
  });
  const { challenge } = login.progress;
  const passkey = challenge && {
    kind: 'autofill',
    options: JSON.stringify(challenge.shown),
    action: 'passkey',
  };
  return {
    template: 'login-form',
    title: t('sign_in.title', { tenant: brand.name }),
    lead: t('sign_in.lead', { application: client.name }),
    data: { ...form, passkey },
  };
}
