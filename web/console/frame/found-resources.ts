import { useQuery } from '@tanstack/react-query';
import { UserRound } from 'lucide-react';
import { useEffect, useState } from 'react';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import type { PaletteEntry } from '../../kit/palette/palette-search.ts';
import { userName } from '../users/user-names.ts';
import { usersQuery } from '../users/user-queries.ts';

const pauseMs = 200;
/** Users are found from three letters on. */
const minLetters = 3;

/** The text once its reader pauses. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}

/** Finds resources for the palette. If they cannot be found, the palette still has pages and actions. */
export function useFoundResources(text: string): {
  found: readonly PaletteEntry[];
  isSearching: boolean;
} {
  const session = useSession();
  const q = usePaused(text.trim());
  const isEnabled = [...q].length >= minLetters && mayCall(session, 'userDirectoryList');
  const { data, isFetching } = useQuery({ ...usersQuery({ q, limit: 8 }), enabled: isEnabled });
  if (!isEnabled || !data) return { found: [], isSearching: isFetching };
  return {
    isSearching: isFetching,
    found: data.value.data.map((user) => ({
      id: user.id,
      label: userName(user),
      hint: user.email ?? user.id,
      icon: UserRound,
      href: `/users/${user.id}`,
    })),
  };
}
