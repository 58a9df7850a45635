import { search } from '@platform/sdk';
import { useWebClient } from '../../client/web-client.ts';
import type { Choice } from '../../kit/controls/choice-list.tsx';
import type { Search } from '../../kit/controls/server-search.ts';

/** Finds applications for a ComboBox. */
export function useApplicationSearch(): Search<Choice> {
  const { api } = useWebClient();
  return async (q, signal) => {
    const { data } = await search(api).list({ q, types: 'application', signal });
    return data.map(({ id, name }) => ({ id, label: name, hint: id }));
  };
}
