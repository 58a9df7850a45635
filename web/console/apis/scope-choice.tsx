import { useQuery } from '@tanstack/react-query';
import type { Ref } from 'react';
import { CheckboxGroup } from '../../kit/controls/checkbox-group.tsx';
import { apiScopesQuery } from './api-queries.ts';
import { textOf } from './scope-texts.ts';

export interface ScopeChoiceProps {
  apiId: string;
  label: string;
  hint: string;
  value: readonly string[];
  onChange: (scopes: readonly string[]) => void;
  problem?: string;
  ref?: Ref<never>;
}

/** Scopes of an API to choose from. */
export function ScopeChoice({ apiId, onChange, ...field }: ScopeChoiceProps) {
  const { data } = useQuery(apiScopesQuery(apiId));
  const known = data?.value.data ?? [];
  return (
    <CheckboxGroup
      {...field}
      isOptional
      onChange={onChange}
      choices={known.map(({ name, displayName }) => ({
        id: name,
        label: name,
        hint: textOf(displayName),
      }))}
    />
  );
}
