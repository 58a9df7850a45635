import type { UseQueryResult } from '@tanstack/react-query';
import { isProblem } from '@platform/sdk';
import type { LoginPreview } from '@platform/sdk';
import type { Read } from '../../client/query.ts';
import { StatusDot } from '../../kit/content/badge.tsx';
import { Banner } from '../../kit/content/banner.tsx';
import { Section } from '../../kit/content/section.tsx';
import { Select } from '../../kit/controls/select.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { useLanguageName } from '../../parts/language-name.ts';
import { PreviewFrame } from '../../parts/preview-frame.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { ApplicationField } from './application-field.tsx';
import { brandingRoute, previewedPages } from './branding-routes.ts';
import styles from './branding.module.css';

const dots = { AAA: 'ok', AA: 'ok', fail: 'warning' } as const;

export interface PreviewPanelProps {
  query: UseQueryResult<Read<LoginPreview>>;
  locales: readonly string[];
  /** The language that is shown. */
  locale: string;
}

/** The page as it would be with what is in the form. */
export function PreviewPanel({ query, locales, locale }: PreviewPanelProps) {
  const say = useSay('branding');
  const nameOf = useLanguageName();
  const search = brandingRoute.useSearch();
  const { page = 'identify', device = 'phone', scheme = 'light', client } = search;
  const navigate = brandingRoute.useNavigate();
  const choose = (change: typeof search) =>
    void navigate({
      search: { ...search, ...change },
      replace: true,
      resetScroll: false,
    });
  const { data, error } = query;
  const level = data?.value.accessibility.level;
  return (
    <Section
      title={say('preview.title')}
      actions={level && <StatusDot state={dots[level]}>{say(`level.${level}`)}</StatusDot>}
    >
      <div className={styles['choices']}>
        <Select
          label={say('preview.page')}
          value={page}
          onChange={(id) => choose({ page: id })}
          choices={previewedPages.map((id) => ({ id, label: say(`preview.page.${id}`) }))}
        />
        <Select
          label={say('preview.device')}
          value={device}
          onChange={(id) => choose({ device: id })}
          choices={(['phone', 'desktop'] as const).map((id) => ({
            id,
            label: say(`preview.device.${id}`),
          }))}
        />
        <Select
          label={say('preview.scheme')}
          value={scheme}
          onChange={(id) => choose({ scheme: id })}
          choices={(['light', 'dark'] as const).map((id) => ({ id, label: say(`theme.${id}`) }))}
        />
        <Select
          label={say('preview.locale')}
          value={locale}
          onChange={(id) => choose({ locale: id })}
          choices={locales.map((id) => ({ id, label: nameOf(id) }))}
        />
        <ApplicationField
          label={say('preview.client')}
          value={client ?? ''}
          onChange={(id) => choose({ client: id === '' ? undefined : id })}
        />
      </div>
      {isProblem(error, 'validation_failed') && (
        <Banner state="warning">{say('preview.notShown')}</Banner>
      )}
      {error && !isProblem(error, 'validation_failed') && (
        <ProblemNote error={error} onRetry={() => void query.refetch()} />
      )}
      <PreviewFrame path={data?.value.path} device={device} title={say('preview.frame')} />
    </Section>
  );
}
