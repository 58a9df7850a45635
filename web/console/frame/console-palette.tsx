import { useState } from 'react';
import { UserRound } from 'lucide-react';
import { useSession } from '../../client/session-query.ts';
import { Palette, PaletteButton, usePaletteKey } from '../../kit/palette/palette.tsx';
import type { PaletteGroup } from '../../kit/palette/palette-search.ts';
import { useSay } from '../../kit/words/words-context.ts';
import { navigationOf } from '../navigation.ts';
import { isUserId } from '../users/user-names.ts';
import { useFoundResources } from './found-resources.ts';

/** Pages, resources and actions by name, from any page. */
export function ConsolePalette() {
  const say = useSay('console');
  const session = useSession();
  const [isOpen, setIsOpen] = useState(false);
  const [text, setText] = useState('');
  const { found, isSearching } = useFoundResources(isOpen ? text : '');
  usePaletteKey(() => setIsOpen(true));
  const id = text.trim();
  const groups: PaletteGroup[] = [
    ...(isUserId(id)
      ? [
          {
            id: 'id',
            label: say('palette.found'),
            isFound: true,
            entries: [
              {
                id,
                label: say('palette.openUser'),
                hint: id,
                icon: UserRound,
                href: `/users/${id}`,
              },
            ],
          },
        ]
      : []),
    ...(found.length > 0
      ? [{ id: 'found', label: say('palette.found'), isFound: true, entries: found }]
      : []),
    {
      id: 'pages',
      label: say('palette.pages'),
      entries: navigationOf(session).flatMap(({ pages }) =>
        pages.map(({ href, page: { title, icon } }) => ({
          id: href,
          href,
          icon,
          label: say(title),
        })),
      ),
    },
  ];
  return (
    <>
      <PaletteButton label={say('palette.button')} onPress={() => setIsOpen(true)} />
      <Palette
        isOpen={isOpen}
        onOpenChange={(open) => {
          setIsOpen(open);
          if (!open) setText('');
        }}
        groups={groups}
        text={text}
        onTextChange={setText}
        isSearching={isSearching}
      />
    </>
  );
}
