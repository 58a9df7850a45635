import { useQuery } from '@tanstack/react-query';
import { isProblem } from '@platform/sdk';
import type { EmailTemplate } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { StatusDot } from '../../kit/content/badge.tsx';
import { Banner } from '../../kit/content/banner.tsx';
import { Select } from '../../kit/controls/select.tsx';
import { PageHeader } from '../../kit/frame/page-header.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { useIsFresh } from '../../parts/is-fresh.ts';
import { useLanguageName } from '../../parts/language-name.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { NotFound } from '../../parts/not-found.tsx';
import { brandingQuery } from '../branding/branding-queries.ts';
import { EmailActions } from './email-actions.tsx';
import { EmailEditor } from './email-editor.tsx';
import { useEmailTypeName } from './email-names.ts';
import { emailTemplateQuery } from './email-queries.ts';
import { emailRoute } from './email-routes.ts';
import styles from './emails.module.css';

/** The languages that a template can be in: those with one, and those of the pages. */
function LocaleSelect({ template }: { template: EmailTemplate }) {
  const say = useSay('emails');
  const nameOf = useLanguageName();
  const search = emailRoute.useSearch();
  const navigate = emailRoute.useNavigate();
  const branding = useQuery(brandingQuery);
  const { requestedLocale, availableLocales } = template;
  const locales = new Set([
    requestedLocale,
    ...availableLocales.map(({ locale }) => locale),
    ...(branding.data?.value.supportedLocales ?? []),
  ]);
  const isOwn = (locale: string) =>
    availableLocales.some((one) => one.locale === locale && one.source === 'custom');
  return (
    <div className={styles['locale']}>
      <Select
        label={say('locale')}
        value={requestedLocale}
        onChange={(locale) => void navigate({ search: { ...search, locale } })}
        choices={[...locales].map((id) => ({
          id,
          label: isOwn(id) ? say('own', { language: nameOf(id) }) : nameOf(id),
        }))}
      />
    </div>
  );
}

/** An e-mail in a language: its template, beside how it looks. */
export function EmailPage() {
  const say = useSay('emails');
  const sayApp = useSay('app');
  const nameOf = useLanguageName();
  const typeName = useEmailTypeName();
  const session = useSession();
  const { type } = emailRoute.useParams();
  const { locale } = emailRoute.useSearch();
  const query = useQuery(emailTemplateQuery(type, locale === undefined ? {} : { locale }));
  const isFresh = useIsFresh(query);
  if (isProblem(query.error, 'not_found', 'invalid_parameter')) return <NotFound />;
  const isReadOnly = !mayCall(session, 'loginExperiencePutEmailTemplate');
  const shown = isFresh ? query : ({ ...query, data: undefined } as unknown as typeof query);
  return (
    <Loaded query={shown} lines={12}>
      {(template, { etag }) => (
        <>
          <PageHeader
            crumbs={[{ href: '/sign-in/emails', label: say('title') }]}
            title={typeName(type)}
            status={
              <StatusDot state={template.source === 'custom' ? 'ok' : 'neutral'}>
                {say(template.source === 'custom' ? 'custom' : 'builtIn')}
              </StatusDot>
            }
            actions={<EmailActions template={template} />}
          />
          {isReadOnly && <Banner state="info">{sayApp('readOnly')}</Banner>}
          {template.locale !== template.requestedLocale && (
            <Banner state="info">
              {say('fallback', {
                language: nameOf(template.requestedLocale),
                other: nameOf(template.locale),
              })}
            </Banner>
          )}
          <LocaleSelect template={template} />
          <EmailEditor
            key={`${type} ${template.requestedLocale}`}
            template={template}
            etag={etag}
            isReadOnly={isReadOnly}
          />
        </>
      )}
    </Loaded>
  );
}
