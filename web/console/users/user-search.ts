import { users } from '@platform/sdk';
import { useWebClient } from '../../client/web-client.ts';
import type { Choice } from '../../kit/controls/choice-list.tsx';
import type { Search } from '../../kit/controls/server-search.ts';
import { userName } from './user-names.ts';

/** Finds users for a ComboBox. The platform searches from 3 letters on. */
export function useUserSearch(): Search<Choice> {
  const { api } = useWebClient();
  return async (q, signal) => {
    if ([...q].length < 3) return [];
    const { data } = await users(api).list({ q, limit: 20, signal });
    return data.map((user) => ({
      id: user.id,
      label: userName(user),
      hint: user.email ?? user.id,
    }));
  };
}
