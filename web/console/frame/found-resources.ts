import { useQuery } from '@tanstack/react-query';
import { search } from '@platform/sdk';
import type { SearchHit } from '@platform/sdk';
import {
  AppWindow,
  Building2,
  Cable,
  FolderTree,
  Globe,
  IdCard,
  KeyRound,
  Plug,
  RadioTower,
  Server,
  ShieldCheck,
  Target,
  UserRound,
  Webhook,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { useEffect, useState } from 'react';
import { mayCall } from '../../client/permissions.ts';
import { apiQuery } from '../../client/query.ts';
import { useSession } from '../../client/session-query.ts';
import type { PaletteEntry } from '../../kit/palette/palette-search.ts';
import { resourceHref } from '../resource-paths.ts';

const pauseMs = 200;
const minLetters = 2;

const icons: Readonly<Partial<Record<string, LucideIcon>>> = {
  user: UserRound,
  organization: Building2,
  directory: FolderTree,
  application: AppWindow,
  webhook_endpoint: Webhook,
  hook: Plug,
  ssf_receiver: RadioTower,
  siem_sink: Cable,
  login_domain: Globe,
  social_connector: KeyRound,
  consent_purpose: Target,
  erasure_request: ShieldCheck,
  access_request: ShieldCheck,
  role: IdCard,
  api_resource: Server,
} satisfies Record<SearchHit['type'], LucideIcon>;

const searchQuery = (q: string) =>
  apiQuery('searchList', [q], (api, options) => search(api).list({ q, ...options }));

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
    found: data.value.data.flatMap(({ type, id, name, detail, organizationId }) => {
      const icon = icons[type];
      const href = resourceHref({ type, id, organizationId });
      // Types of a later release have no page yet: a result must lead somewhere.
      return icon && href ? [{ id, label: name, hint: detail ?? id, icon, href }] : [];
    }),
  };
}
