import { useQuery } from '@tanstack/react-query';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { Verbatim } from '../../kit/content/verbatim.tsx';
import { generatedRolesQuery } from '../../parts/scope-words.ts';
import { usePermissionSentences } from './permission-words.ts';
import { offeredPermissionsQuery } from './role-queries.ts';
import styles from './roles.module.css';

/** Permissions as sentences, each with its name. Those of the platform are known; others are read. */
export function PermissionSentences({ names, label }: { names: readonly string[]; label: string }) {
  const session = useSession();
  const { data: generated } = useQuery(generatedRolesQuery);
  const scopes = generated?.scopeDescriptions;
  const hasOwn = scopes !== undefined && names.some((name) => !(name in scopes));
  const { data: own } = useQuery({
    ...offeredPermissionsQuery,
    enabled: hasOwn && mayCall(session, 'permissionsList'),
  });
  const sentenceOf = usePermissionSentences();
  const known = new Map(own?.value.data.map((one) => [one.name, one]));
  return (
    <ul className={styles['sentences']} aria-label={label}>
      {names.map((name) => {
        const sentence = sentenceOf(
          known.get(name) ?? { name, description: null, displayName: null },
        );
        return (
          <li key={name}>
            {sentence && <Verbatim text={sentence} />}
            <code>{name}</code>
          </li>
        );
      })}
    </ul>
  );
}
