import { useSay } from '../../kit/words/words-context.ts';
import { Link } from '../../kit/controls/link.tsx';
import { Verbatim } from '../../kit/content/verbatim.tsx';
import { UserLink, useUserName } from '../users/user-link.tsx';

/** A user, a group, an application, or the platform itself. */
export interface Principal {
  type: string;
  id: string;
}

/** Whom an id belongs to, as a link where there is a page. */
export function PrincipalName({ of: { type, id } }: { of: Principal }) {
  const say = useSay('roles');
  if (type === 'user') return <UserLink id={id} />;
  if (type === 'client')
    return (
      <Link href={`/applications/${encodeURIComponent(id)}`}>
        <Verbatim text={id} />
      </Link>
    );
  if (type === 'group')
    return (
      <span>
        {say('eligible.group')} <code>{id}</code>
      </span>
    );
  return <Verbatim text={id} />;
}

/** The name of a principal as text, for buttons and messages. Only those of users are looked up. */
export const usePrincipalName = ({ type, id }: Principal): string =>
  useUserName(id, type === 'user');
