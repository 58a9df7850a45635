import { useQuery } from '@tanstack/react-query';
import type { Ref } from 'react';
import { CheckboxGroup } from '../../kit/controls/checkbox-group.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { apiDetailTypesQuery } from './api-queries.ts';
import { textOf } from './scope-texts.ts';

export interface DetailTypeChoiceProps {
  apiId: string;
  label: string;
  value: readonly string[];
  onChange: (types: readonly string[]) => void;
  problem?: string;
  ref?: Ref<never>;
}

/** Types of authorization details that an application may request. Absent while the API has none. */
export function DetailTypeChoice({ apiId, onChange, ...field }: DetailTypeChoiceProps) {
  const say = useSay('apis');
  const { data } = useQuery(apiDetailTypesQuery(apiId));
  const known = data?.value.data ?? [];
  if (known.length === 0) return null;
  return (
    <CheckboxGroup
      {...field}
      hint={say('client.detailTypesHint')}
      isOptional
      onChange={onChange}
      choices={known.map(({ type, display }) => ({ id: type, label: type, hint: textOf(display) }))}
    />
  );
}
