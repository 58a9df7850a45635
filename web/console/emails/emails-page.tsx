import { useQuery } from '@tanstack/react-query';
import type { EmailTemplateType } from '@platform/sdk';
import { Badge } from '../../kit/content/badge.tsx';
import { PageHeader } from '../../kit/frame/page-header.tsx';
import type { Column } from '../../kit/table/columns.ts';
import { DataTable } from '../../kit/table/data-table.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { useLanguageName } from '../../parts/language-name.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { ShowCode } from '../../parts/show-code.tsx';
import { useEmailTypeName } from './email-names.ts';
import { emailTypesQuery } from './email-queries.ts';
import styles from './emails.module.css';

function useColumns(): readonly Column<EmailTemplateType>[] {
  const say = useSay('emails');
  const typeName = useEmailTypeName();
  const languageName = useLanguageName();
  return [
    { id: 'type', label: say('column.type'), cell: ({ type }) => typeName(type) },
    {
      id: 'kind',
      label: say('column.kind'),
      isFact: true,
      cell: ({ kind }) => say(`kind.${kind}`),
    },
    {
      id: 'custom',
      label: say('column.custom'),
      isFact: true,
      cell: ({ custom }) =>
        custom.length === 0 ? (
          <span className={styles['quiet']}>{say('builtIn')}</span>
        ) : (
          <span className={styles['badges']}>
            {custom.map(({ locale, enabled }) => (
              <Badge key={locale} state={enabled ? 'ok' : 'neutral'}>
                {enabled
                  ? languageName(locale)
                  : say('notSent', { language: languageName(locale) })}
              </Badge>
            ))}
          </span>
        ),
    },
  ];
}

/** The types of e-mails, with the languages in which the tenant has its own. */
export function EmailsPage() {
  const say = useSay('emails');
  const typeName = useEmailTypeName();
  const columns = useColumns();
  const query = useQuery(emailTypesQuery);
  return (
    <>
      <PageHeader
        title={say('title')}
        actions={<ShowCode entries={[{ operation: 'loginExperienceListEmailTemplates' }]} />}
      />
      <Loaded query={query} lines={12}>
        {({ data }) => (
          <DataTable
            label={say('title')}
            columns={columns}
            rows={data}
            idOf={({ type }) => type}
            nameOf={({ type }) => typeName(type)}
            hrefOf={({ type }) => `/sign-in/emails/${type}`}
            empty={null}
          />
        )}
      </Loaded>
    </>
  );
}
