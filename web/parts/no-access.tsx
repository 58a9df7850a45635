import type { ReactNode } from 'react';
import { EmptyState } from '../kit/content/empty-state.tsx';
import { useFormats, useSay } from '../kit/words/words-context.ts';
import { useScopeWords } from './scope-words.ts';
import styles from './no-access.module.css';

export interface NoAccessProps {
  scopes: readonly string[];
  /** What helps, such as an elevation. */
  actions?: ReactNode;
}

/** Says which scopes a page needs, and which roles include them. */
export function NoAccess({ scopes, actions }: NoAccessProps) {
  const say = useSay('app');
  const formats = useFormats();
  const { sentenceOf, rolesWith } = useScopeWords();
  const roles = rolesWith(scopes);
  return (
    <EmptyState why="notAllowed" title={say('noAccess.title')} actions={actions}>
      <p>{say(scopes.length === 1 ? 'noAccess.needs' : 'noAccess.needsAll')}</p>
      <ul className={styles['scopes']}>
        {scopes.map((scope) => (
          <li key={scope}>
            {sentenceOf(scope)} <code>{scope}</code>
          </li>
        ))}
      </ul>
      {roles.length > 0 && (
        <p>{say('noAccess.roles', { count: scopes.length, roles: formats.formatList(roles) })}</p>
      )}
    </EmptyState>
  );
}
