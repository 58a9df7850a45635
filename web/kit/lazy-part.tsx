import { lazy } from 'react';
import type { ComponentType, LazyExoticComponent } from 'react';
import { Banner } from './content/banner.tsx';
import { Button } from './controls/button.tsx';
import { useSay } from './words/words-context.ts';

/** In place of a part that could not be loaded. What is typed on the page stays, to be saved or copied first. */
function PartMissing() {
  const say = useSay('kit');
  return (
    <Banner
      state="warning"
      isLive
      title={say('part.missing')}
      actions={
        <Button size="small" onPress={() => location.reload()}>
          {say('part.reload')}
        </Button>
      }
    >
      {say('part.missing.text')}
    </Banner>
  );
}

/** A part of a page whose code is loaded when it is first shown. If that fails, the rest of the page stays. */
export const lazyPart = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> =>
  lazy(async () => ({ default: await load().catch((): ComponentType<Props> => PartMissing) }));
