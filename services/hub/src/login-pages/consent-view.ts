import type { Translate } from '@platform/pages';
import { initialOf } from './login-form.ts';
import type { LoginRequest } from '../login/requests/login-requests.ts';
import type { PageContext, PageParts } from './page-context.ts';

const known: ReadonlySet<string> = new Set([
  'openid',
  'profile',
  'email',
  'phone',
  'address',
  'offline_access',
]);
/** Not shown, because it grants nothing beyond the sign-in itself. */
const implied = 'openid';

/** Describes scopes in sentences. */
export const scopeSentences = (t: Translate, scopes: readonly string[]): string[] =>
  scopes
    .filter((scope) => scope !== implied)
    .map((scope) =>
      known.has(scope) ? t(`login.scope.${scope}`) : t('login.scope.other', { scope }),
    );

/** Asks whether to grant the application the requested access. */
export function consentView(
  { t, client }: PageContext,
  { scopes }: LoginRequest,
  account: string | undefined,
): PageParts {
  const sentences = scopeSentences(t, scopes);
  return {
    template: 'login-consent',
    title: t('consent.title', { application: client.name }),
    data: {
      logoUrl: client.logoUri,
      intro: t('consent.lead', { application: client.name }),
      account: account && { name: account, initial: initialOf(account), changeHref: '' },
      scopes: sentences.length > 0 ? sentences : [t('login.scope.openid')],
      privateNote: t('login.consent.private', { application: client.name }),
    },
  };
}
