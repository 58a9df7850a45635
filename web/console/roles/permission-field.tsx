import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Ref } from 'react';
import type { Permission } from '@platform/sdk';
import { linesOf, textOfLines } from '../../client/lines.ts';
import { useSession } from '../../client/session-query.ts';
import { CheckboxGroup } from '../../kit/controls/checkbox-group.tsx';
import { SearchField } from '../../kit/controls/search-field.tsx';
import { TextArea } from '../../kit/controls/text-field.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { lackedToGive } from './lacked-scopes.ts';
import { usePermissionSentences } from './permission-words.ts';
import { offeredPermissionsQuery } from './role-queries.ts';
import styles from './roles.module.css';

export interface PermissionFieldProps {
  label: string;
  value: readonly string[];
  onChange: (names: readonly string[]) => void;
  problem?: string;
  isReadOnly?: boolean;
  ref?: Ref<never>;
}

/** Permissions that are chosen one by one. Those that the user lacks are shown and cannot be given. */
export function PermissionField({ value, onChange, ...field }: PermissionFieldProps) {
  const say = useSay('roles');
  const session = useSession();
  const query = useQuery(offeredPermissionsQuery);
  const sentenceOf = usePermissionSentences();
  const [text, setText] = useState('');
  const wanted = text.trim().toLowerCase();
  return (
    <Loaded query={query} lines={8}>
      {({ data, hasMore }) => {
        const known = new Set(data.map(({ name }) => name));
        const others = value.filter((name) => !known.has(name));
        const shown = data.filter((one) =>
          `${one.name} ${sentenceOf(one) ?? ''}`.toLowerCase().includes(wanted),
        );
        const choose = (group: readonly Permission[]) => (chosen: readonly string[]) => {
          const ofGroup = new Set(group.map(({ name }) => name));
          onChange([...value.filter((name) => !ofGroup.has(name)), ...chosen]);
        };
        const groups = [
          { label: say('permissions.own'), of: shown.filter(({ system }) => !system) },
          { label: say('permissions.ofPlatform'), of: shown.filter(({ system }) => system) },
        ].filter(({ of }) => of.length > 0);
        return (
          <div className={styles['permissions']}>
            <SearchField label={say('permissions.find')} value={text} onChange={setText} />
            <p className={styles['count']} role="status">
              {groups.length === 0
                ? say('permissions.noneFound', { text })
                : say('permissions.chosen', { count: value.length })}
            </p>
            {groups.map(({ label, of }) => (
              <CheckboxGroup
                key={label}
                label={label}
                isReadOnly={field.isReadOnly}
                value={value.filter((name) => of.some((one) => one.name === name))}
                onChange={choose(of)}
                choices={of.map((one) => {
                  const { name } = one;
                  const isLacked = lackedToGive(session, [name]).length > 0;
                  const sentence = sentenceOf(one);
                  return {
                    id: name,
                    label: sentence ?? name,
                    hint: [sentence && name, isLacked && say('lack.permission')]
                      .filter(Boolean)
                      .join(' · '),
                    isDisabled: isLacked,
                  };
                })}
              />
            ))}
            {(hasMore || others.length > 0) && (
              <TextArea
                label={say('permissions.other')}
                isCode
                isOptional
                isReadOnly={field.isReadOnly}
                defaultValue={textOfLines(others)}
                onChange={(typed) =>
                  onChange([...value.filter((name) => known.has(name)), ...linesOf(typed)])
                }
              />
            )}
            {field.problem && (
              <p className={styles['problem']} role="alert">
                {field.problem}
              </p>
            )}
          </div>
        );
      }}
    </Loaded>
  );
}
