import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { MyActivity } from '@platform/sdk';
import { Badge } from '../../kit/content/badge.tsx';
import { EmptyState } from '../../kit/content/empty-state.tsx';
import { ExactTime } from '../../kit/content/time.tsx';
import { PageHeader } from '../../kit/frame/page-header.tsx';
import { currentCursor } from '../../kit/table/cursor-stack.ts';
import { useSay } from '../../kit/words/words-context.ts';
import { CursorPager, useExpiredCursor } from '../../parts/cursor-pager.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { useCountryName } from '../parts/device-name.ts';
import { Item, ItemList } from '../../kit/content/item-list.tsx';
import { PageStack } from '../parts/page-stack.tsx';
import { activityQuery } from '../queries.ts';
import { activityRoute } from '../routes.ts';
import { activityIcon, useActivityWords } from './activity-words.ts';

function ActivityRow({ activity }: { activity: MyActivity }) {
  const say = useSay('account-activity');
  const words = useActivityWords();
  const countryOf = useCountryName();
  const { type, occurredAt, severity, country, ip } = activity;
  return (
    <Item
      icon={activityIcon(type)}
      title={words.titleOf(activity)}
      badges={severity === 'high' && <Badge state="warning">{say('important')}</Badge>}
      facts={[
        <ExactTime key="time" at={occurredAt} />,
        words.methodOf(activity),
        words.causeOf(activity),
        countryOf(country),
        ip,
      ]}
    />
  );
}

/** What happened to the account, newest first. */
export function ActivityPage() {
  const say = useSay('account-activity');
  const { cursors } = activityRoute.useSearch();
  const navigate = activityRoute.useNavigate();
  const cursor = cursors && currentCursor(cursors);
  const query = useQuery({ ...activityQuery(cursor), placeholderData: keepPreviousData });
  useExpiredCursor(query.error, cursors, () => void navigate({ search: {} }));
  return (
    <PageStack head={<PageHeader title={say('title')} meta={say('about')} />}>
      <Loaded query={query} lines={10}>
        {(page) => (
          <>
            {page.data.length === 0 && (
              <EmptyState why="noneYet" title={say('none.title')}>
                {say('none.text')}
              </EmptyState>
            )}
            {page.data.length > 0 && (
              <ItemList label={say('title')}>
                {page.data.map((activity) => (
                  <ActivityRow key={activity.id} activity={activity} />
                ))}
              </ItemList>
            )}
            <CursorPager
              cursors={cursors}
              page={page}
              onChange={(next) => void navigate({ search: { cursors: next } })}
            />
          </>
        )}
      </Loaded>
    </PageStack>
  );
}
