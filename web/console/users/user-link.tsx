import { useQuery } from '@tanstack/react-query';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { Verbatim } from '../../kit/content/verbatim.tsx';
import { Link } from '../../kit/controls/link.tsx';
import { userName } from './user-names.ts';
import { userQuery } from './user-queries.ts';

const minuteMs = 60_000;

/** What the user of an id is called: the id itself until their name has been read, and for those who may not read users. */
export function useUserName(id: string, isUser = true): string {
  const session = useSession();
  const { data } = useQuery({
    ...userQuery(id),
    enabled: isUser && mayCall(session, 'userDirectoryGet'),
    staleTime: 10 * minuteMs,
  });
  return data ? userName(data.value) : id;
}

/** A link to a user, with their name. */
export function UserLink({ id }: { id: string }) {
  const session = useSession();
  const name = useUserName(id);
  if (!mayCall(session, 'userDirectoryGet')) return <Verbatim text={name} />;
  return (
    <Link href={`/users/${id}`}>
      <Verbatim text={name} />
    </Link>
  );
}
