import type { UseQueryResult } from '@tanstack/react-query';
import { isProblem } from '@platform/sdk';
import type { EmailPreview } from '@platform/sdk';
import type { Read } from '../../client/query.ts';
import { Banner } from '../../kit/content/banner.tsx';
import { DefinitionList } from '../../kit/content/definition-list.tsx';
import { Section } from '../../kit/content/section.tsx';
import { Verbatim } from '../../kit/content/verbatim.tsx';
import { Select } from '../../kit/controls/select.tsx';
import { Tabs } from '../../kit/controls/tabs.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { PreviewFrame } from '../../parts/preview-frame.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { emailRoute } from './email-routes.ts';
import styles from './emails.module.css';

/** The e-mail with sample data. */
export function EmailPreviewPanel({ query }: { query: UseQueryResult<Read<EmailPreview>> }) {
  const say = useSay('emails');
  const search = emailRoute.useSearch();
  const navigate = emailRoute.useNavigate();
  const { device = 'phone' } = search;
  const { error } = query;
  const mail = query.data?.value;
  return (
    <Section title={say('preview')}>
      {isProblem(error, 'validation_failed') && (
        <Banner state="warning">{say('preview.notShown')}</Banner>
      )}
      {error && !isProblem(error, 'validation_failed') && (
        <ProblemNote error={error} onRetry={() => void query.refetch()} />
      )}
      {mail && (
        <>
          <DefinitionList
            entries={[
              { term: say('field.fromName'), value: <Verbatim text={mail.fromName} /> },
              { term: say('field.subject'), value: <Verbatim text={mail.subject} /> },
            ]}
          />
          <Select
            label={say('device')}
            value={device}
            onChange={(id) =>
              void navigate({
                search: { ...search, device: id },
                replace: true,
                resetScroll: false,
              })
            }
            choices={(['phone', 'desktop'] as const).map((id) => ({
              id,
              label: say(`device.${id}`),
            }))}
          />
          <Tabs
            label={say('preview')}
            tabs={[
              {
                id: 'html',
                label: say('preview.html'),
                content: <PreviewFrame path={mail.path} device={device} title={say('preview')} />,
              },
              {
                id: 'text',
                label: say('preview.text'),
                content: (
                  <pre className={styles['plain']}>
                    <Verbatim text={mail.text} />
                  </pre>
                ),
              },
            ]}
          />
        </>
      )}
    </Section>
  );
}
