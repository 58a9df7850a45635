import { useState } from 'react';
import { UserRound } from 'lucide-react';
import { useSession } from '../../client/session-query.ts';
import { Palette } from '../../kit/palette/palette.tsx';
import type { PaletteGroup } from '../../kit/palette/palette-search.ts';
import { useSay } from '../../kit/words/words-context.ts';
import { navigationOf } from '../navigation.ts';
import { isUserId } from '../users/user-names.ts';
import { useFoundResources } from './found-resources.ts';
import { useShownEntries } from './page-entries.ts';

/** Pages, resources and actions by name, from any page. */
export function PalettePanel({ onClose }: { onClose: () => void }) {
  const say = useSay('console');
  const session = useSession();
  const [text, setText] = useState('');
  const { found, isSearching } = useFoundResources(text);
  const id = text.trim();
  const named = {
    id,
    label: say('palette.openUser'),
    hint: id,
    icon: UserRound,
    href: `/users/${id}`,
  };
  const resources = isUserId(id) ? [named] : found;
  const pages = navigationOf(session).flatMap(({ pages }) =>
    pages.map(({ href, page: { title, icon } }) => ({ id: href, href, icon, label: say(title) })),
  );
  const onPage = useShownEntries();
  const groups: PaletteGroup[] = [
    { id: 'found', label: say('palette.found'), isFound: true, entries: resources },
    ...(onPage.length > 0 ? [{ id: 'onPage', label: say('palette.onPage'), entries: onPage }] : []),
    { id: 'pages', label: say('palette.pages'), entries: pages },
  ];
  return (
    <Palette
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      groups={groups}
      text={text}
      onTextChange={setText}
      isSearching={isSearching}
    />
  );
}
