import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { search } from '@platform/sdk';
import { useWebClient } from '../../client/web-client.ts';
import type { Choice } from '../../kit/controls/choice-list.tsx';
import { ComboBox } from '../../kit/controls/combo-box.tsx';
import { applicationQuery } from '../applications/application-queries.ts';

export interface ApplicationFieldProps {
  label: string;
  /** A client id; empty for none. */
  value: string;
  onChange: (clientId: string) => void;
  onBlur?: () => void;
  problem?: string | undefined;
}

/** An application of the tenant, searched by its name. */
export function ApplicationField({ value, onChange, ...props }: ApplicationFieldProps) {
  const { api } = useWebClient();
  const [chosen, setChosen] = useState<Choice | null>(null);
  const known = useQuery({ ...applicationQuery(value), enabled: value !== '' && chosen === null });
  const find = async (q: string, signal: AbortSignal): Promise<Choice[]> => {
    if ([...q].length < 3) return [];
    const { data } = await search(api).list({ q, types: 'application', signal });
    return data.map(({ id, name }) => ({ id, label: name, hint: id }));
  };
  const shown =
    chosen?.id === value ? chosen : { id: value, label: known.data?.value.name ?? value };
  return (
    <ComboBox
      {...props}
      search={find}
      value={value === '' ? null : shown}
      onChange={(choice) => {
        setChosen(choice);
        onChange(choice?.id ?? '');
      }}
      isOptional
    />
  );
}
