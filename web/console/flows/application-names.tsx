import { useQueries } from '@tanstack/react-query';
import { Fragment } from 'react';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { Verbatim } from '../../kit/content/verbatim.tsx';
import { Link } from '../../kit/controls/link.tsx';
import { applicationNameQuery } from './flow-queries.ts';

const mostNames = 20;

/** Applications by their names, as links; their ids if the names may not be read. */
export function ApplicationNames({ ids }: { ids: readonly string[] }) {
  const session = useSession();
  const isAllowed = mayCall(session, 'applicationGet');
  const shown = ids.slice(0, mostNames);
  const queries = useQueries({
    queries: shown.map((id) => ({ ...applicationNameQuery(id), enabled: isAllowed })),
  });
  return (
    <>
      {shown.map((id, index) => (
        <Fragment key={id}>
          {index > 0 && ', '}
          <Link href={`/applications/${encodeURIComponent(id)}/sign-in`}>
            <Verbatim text={queries[index]?.data?.value.name ?? id} />
          </Link>
        </Fragment>
      ))}
      {ids.length > shown.length && ` +${ids.length - shown.length}`}
    </>
  );
}
