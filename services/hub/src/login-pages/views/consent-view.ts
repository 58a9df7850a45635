import { selfScopes } from '@platform/contracts';
import { negotiateLocale } from '@platform/pages';
import type { Translate } from '@platform/pages';
import { detailSentence } from './detail-sentence.ts';
import { initialOf } from './login-form.ts';
import type { LoginRequest } from '../../login/requests/login-requests.ts';
import type { PageContext, PageParts } from '../frame/page-context.ts';

const known: ReadonlySet<string> = new Set([
  'openid',
  'profile',
  'email',
  'phone',
  'address',
  'offline_access',
  ...selfScopes,
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

/** The text in the language of the page, as the application requested it, or else in the default language of the tenant. */
function localText(
  texts: Readonly<Record<string, string>>,
  { locale, defaultLocale = 'en' }: Pick<PageContext, 'locale' | 'defaultLocale'>,
  uiLocales: readonly string[],
): string | undefined {
  const language = locale.split('-')[0]!;
  const wishes = uiLocales.filter((tag) => tag.toLowerCase().split('-')[0] === language);
  const [first, ...others] = Object.keys(texts).toSorted((a) => (a === defaultLocale ? -1 : 0));
  if (first === undefined) return undefined;
  return texts[negotiateLocale([first, ...others], { uiLocales: [...wishes, locale].join(' ') })];
}

interface ApiGroup {
  name: string;
  scopes: { text: string; description: string | null }[];
  details: { text: string; json: string }[];
}

/** The scopes of each API and the authorization details for it, under its name. */
const apiGroups = (context: PageContext, { apis = [], uiLocales }: LoginRequest): ApiGroup[] =>
  apis
    .map(({ name, scopes, details }) => ({
      name,
      details: details.map(({ display, detail }) => ({
        text: detailSentence(localText(display, context, uiLocales) ?? detail.type, detail),
        json: JSON.stringify(detail, null, 2),
      })),
      scopes: scopes.map((scope) => ({
        text: localText(scope.displayName, context, uiLocales) ?? scope.name,
        description: localText(scope.description, context, uiLocales) ?? null,
      })),
    }))
    .filter(({ scopes, details }) => scopes.length > 0 || details.length > 0);

/** Asks whether to grant the application the requested access. */
export function consentView(
  context: PageContext,
  request: LoginRequest,
  account: string | undefined,
): PageParts {
  const { t, client } = context;
  const { scopes, apis = [] } = request;
  const ofApis = new Set(apis.flatMap((api) => api.scopes.map(({ name }) => name)));
  const sentences = scopeSentences(
    t,
    scopes.filter((scope) => !ofApis.has(scope)),
  );
  return {
    template: 'login-consent',
    title: t('consent.title', { application: client.name }),
    data: {
      logoUrl: client.logoUri,
      intro: t('consent.lead', { application: client.name }),
      account: account && { name: account, initial: initialOf(account), changeHref: '' },
      scopes: sentences.length > 0 ? sentences : [t('login.scope.openid')],
      groups: apiGroups(context, request),
      privateNote: t('login.consent.private', { application: client.name }),
    },
  };
}
