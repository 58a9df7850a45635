import { useQuery } from '@tanstack/react-query';
import type { UserAccess as Access } from '@platform/sdk';
import { Banner } from '../../kit/content/banner.tsx';
import { CopyableId } from '../../kit/content/copyable.tsx';
import { EmptyState } from '../../kit/content/empty-state.tsx';
import { Section } from '../../kit/content/section.tsx';
import { ExactTime } from '../../kit/content/time.tsx';
import { Link } from '../../kit/controls/link.tsx';
import type { Column } from '../../kit/table/columns.ts';
import { DataTable } from '../../kit/table/data-table.tsx';
import { useFormats, useSay } from '../../kit/words/words-context.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { ShowCode } from '../../parts/show-code.tsx';
import { useScopeWords } from '../../parts/scope-words.ts';
import { userAccessQuery } from './user-queries.ts';
import { userAccessRoute } from './user-routes.ts';

type Role = Access['roles'][number];
type Scope = Access['scopes'][number];

/** Where a role applies: everywhere, or in an organization. */
function Where({ organizationId }: Pick<Role, 'organizationId'>) {
  const say = useSay('users');
  if (organizationId === null) return say('everywhere');
  return (
    <Link href={`/organizations/${organizationId}`}>
      <CopyableId text={organizationId} isShort />
    </Link>
  );
}

/** Roles are named here by their keys alone. Those of every tenant have words. */
function useRoleName(): (key: string) => string {
  const { roleNameOf } = useScopeWords();
  return (key) => roleNameOf(key) ?? key;
}

function useRoleColumns(): readonly Column<Role>[] {
  const say = useSay('users');
  const nameOf = useRoleName();
  return [
    { id: 'role', label: say('role'), cell: ({ role }) => nameOf(role) },
    {
      id: 'source',
      label: say('because'),
      isFact: true,
      cell: ({ source }) => say(`accessSource.${source}`),
    },
    { id: 'where', label: say('where'), isFact: true, cell: (role) => <Where {...role} /> },
    {
      id: 'until',
      label: say('until'),
      cell: ({ expiresAt }) => (expiresAt ? <ExactTime at={expiresAt} /> : say('unlimited')),
    },
  ];
}

function useScopeColumns(): readonly Column<Scope>[] {
  const say = useSay('users');
  const formats = useFormats();
  const nameOf = useRoleName();
  const { sentenceOf } = useScopeWords();
  return [
    {
      id: 'scope',
      label: say('scope'),
      cell: ({ scope }) => {
        const sentence = sentenceOf(scope);
        return sentence === undefined ? (
          <code>{scope}</code>
        ) : (
          <>
            {sentence} <code>{scope}</code>
          </>
        );
      },
    },
    {
      id: 'sources',
      label: say('because'),
      isFact: true,
      cell: ({ sources }) =>
        formats.formatList([
          ...new Set(
            sources.map(({ role, source }) =>
              role === null || role === undefined ? say(`accessSource.${source}`) : nameOf(role),
            ),
          ),
        ]),
    },
  ];
}

/** The roles and scopes of a user, each with where it comes from. */
export function UserAccess() {
  const say = useSay('users');
  const { userId } = userAccessRoute.useParams();
  const query = useQuery(userAccessQuery(userId));
  const roleColumns = useRoleColumns();
  const scopeColumns = useScopeColumns();
  return (
    <Loaded query={query} lines={6}>
      {({ active, roles, scopes }) => (
        <>
          {!active && <Banner state="warning">{say('access.inactive')}</Banner>}
          <Section
            title={say('roles')}
            actions={
              <ShowCode entries={[{ operation: 'userDirectoryGetAccess', parameters: [userId] }]} />
            }
          >
            <DataTable
              label={say('roles')}
              columns={roleColumns}
              rows={roles}
              idOf={(role) =>
                [
                  role.role,
                  role.assignmentId,
                  role.mappingId,
                  role.activationId,
                  role.organizationId,
                ].join(' ')
              }
              nameOf={({ role }) => role}
              empty={
                <EmptyState why="noneYet" level={3} title={say('noRoles.title')}>
                  {say('noRoles.text')}
                </EmptyState>
              }
            />
          </Section>
          {scopes.length > 0 && (
            <Section title={say('scopes')} about={say('scopes.about')}>
              <DataTable
                label={say('scopes')}
                columns={scopeColumns}
                rows={scopes}
                idOf={({ scope }) => scope}
                nameOf={({ scope }) => scope}
                empty={null}
              />
            </Section>
          )}
        </>
      )}
    </Loaded>
  );
}
