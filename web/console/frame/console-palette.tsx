import { Suspense, useState } from 'react';
import { PaletteButton, usePaletteKey } from '../../kit/palette/palette-button.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { lazyPart } from '../../kit/lazy-part.tsx';

const PalettePanel = lazyPart(async () => (await import('./palette-panel.tsx')).PalettePanel);

/** The search in the header. What it opens is loaded when it is opened first. */
export function ConsolePalette() {
  const say = useSay('console');
  const [isOpen, setIsOpen] = useState(false);
  usePaletteKey(() => setIsOpen(true));
  return (
    <>
      <PaletteButton label={say('palette.button')} onPress={() => setIsOpen(true)} />
      {isOpen && (
        <Suspense>
          <PalettePanel onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
