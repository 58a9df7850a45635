import type { Login } from '../../login/steps/login-step.ts';
import { loginForm } from './login-form.ts';
import type { WayOut } from './login-form.ts';
import type { PageContext, PageParts } from '../frame/page-context.ts';

/** Providers whose logo is part of the pages. */
const marks: ReadonlySet<string> = new Set(['google', 'microsoft', 'github', 'apple']);

/** Buttons of the social providers that the step offers. */
export function socialButtons({ ask, experience }: Pick<Login, 'ask' | 'experience'>) {
  const offered = (ask?.offered ?? []).filter(
    ({ method, available }) => method === 'social' && available,
  );
  return offered.flatMap(({ connector }) => {
    const found = experience.connectors.find(({ provider }) => provider === connector);
    return found
      ? [
          {
            id: found.provider,
            name: found.name,
            mark: marks.has(found.provider) ? found.provider : '',
          },
        ]
      : [];
  });
}

/** The page of a step that offers only social providers. */
export const socialView = (context: PageContext, login: Login): PageParts => {
  const { t, brand, client } = context;
  return {
    template: 'login-providers',
    title: t('sign_in.title', { tenant: brand.name }),
    lead: t('sign_in.lead', { application: client.name }),
    data: {
      ...loginForm(context, login, { action: '', button: '' }),
      social: socialButtons(login),
    },
  };
};

/** The page that leads to the identity provider of the person's organization. */
export const federationView = (
  context: PageContext,
  login: Login,
  waysOut: readonly WayOut[],
): PageParts => {
  const { t } = context;
  return {
    template: 'login-form',
    title: t('login.federation.title'),
    lead: t('login.federation.lead'),
    data: loginForm(context, login, {
      action: 'federation',
      button: t('action.continue'),
      waysOut,
    }),
  };
};
