import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Ref } from 'react';
import { linesOf, textOfLines } from '../../client/lines.ts';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { CheckboxGroup } from '../../kit/controls/checkbox-group.tsx';
import { TextArea } from '../../kit/controls/text-field.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { useRoleWords } from '../roles/role-names.ts';
import { fewRolesQuery } from './organization-queries.ts';

export interface RoleFieldProps {
  label: string;
  value: readonly string[];
  onChange: (roles: readonly string[]) => void;
  onBlur?: () => void;
  name?: string;
  problem?: string;
  hint?: string;
  isReadOnly?: boolean;
  ref?: Ref<never>;
}

/** Roles to choose from. Who may not list them, or has more than fit, types their keys. */
export function RoleField({ value, onChange, isReadOnly, ...field }: RoleFieldProps) {
  const say = useSay('organizations');
  const session = useSession();
  // As it is typed: a line that has just begun is no role yet.
  const [text, setText] = useState(textOfLines(value));
  const { nameOf, aboutOf } = useRoleWords();
  const { data } = useQuery({ ...fewRolesQuery, enabled: mayCall(session, 'rolesList') });
  if (!data || data.value.hasMore)
    return (
      <TextArea
        {...field}
        hint={field.hint ?? say('roles.hint')}
        value={text}
        onChange={(typed) => {
          setText(typed);
          onChange(linesOf(typed));
        }}
        isCode
        isOptional
        isReadOnly={isReadOnly}
      />
    );
  const known = data.value.data.map((role) => ({
    id: role.key,
    label: nameOf(role),
    hint: aboutOf(role),
  }));
  const others = value
    .filter((key) => !known.some(({ id }) => id === key))
    .map((key) => ({ id: key, label: key }));
  return (
    <CheckboxGroup
      {...field}
      value={value}
      onChange={onChange}
      choices={[...known, ...others]}
      isOptional
      isReadOnly={isReadOnly}
    />
  );
}
