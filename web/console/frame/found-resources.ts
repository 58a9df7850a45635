import { useQuery } from '@tanstack/react-query';
import { search } from '@platform/sdk';
import {
  AppWindow,
  Building2,
  Cable,
  FolderTree,
  IdCard,
  Plug,
  RadioTower,
  Server,
  ShieldCheck,
  Target,
  UserRound,
  Webhook,
} from 'lucide-react';
import { useEffect, useState } from 'react';
import { mayCall } from '../../client/permissions.ts';
import { apiQuery } from '../../client/query.ts';
import { useSession } from '../../client/session-query.ts';
import type { PaletteEntry } from '../../kit/palette/palette-search.ts';

const pauseMs = 200;
const minLetters = 2;

/** Types of resources that have a page. Others are left out: a result must lead somewhere. */
const places = {
  user: { icon: UserRound, path: '/users' },
  organization: { icon: Building2, path: '/organizations' },
  directory: { icon: FolderTree, path: '/directories' },
  application: { icon: AppWindow, path: '/applications' },
  webhook_endpoint: { icon: Webhook, path: '/webhooks' },
  hook: { icon: Plug, path: '/hooks' },
  ssf_receiver: { icon: RadioTower, path: '/shared-signals' },
  siem_sink: { icon: Cable, path: '/log-streams' },
  consent_purpose: { icon: Target, path: '/privacy/purposes' },
  erasure_request: { icon: ShieldCheck, path: '/privacy/requests/erasure' },
  access_request: { icon: ShieldCheck, path: '/privacy/requests/access' },
  role: { icon: IdCard, path: '/access/roles' },
  api_resource: { icon: Server, path: '/apis' },
} as const;
type Place = keyof typeof places;

const searchQuery = (q: string) =>
  apiQuery('searchList', [q], (api, options) =>
    search(api).list({ q, types: Object.keys(places).join(','), ...options }),
  );

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
  const isEnabled = [...q].length >= minLetters && mayCall(session, 'searchList');
  const { data, isFetching } = useQuery({ ...searchQuery(q), enabled: isEnabled });
  if (!isEnabled || !data) return { found: [], isSearching: isFetching };
  return {
    isSearching: isFetching,
    found: data.value.data.flatMap(({ type, id, name, detail }) => {
      const place = type in places ? places[type as Place] : undefined;
      if (!place) return [];
      return [
        {
          id,
          label: name,
          hint: detail ?? id,
          icon: place.icon,
          href: `${place.path}/${encodeURIComponent(id)}`,
        },
      ];
    }),
  };
}
