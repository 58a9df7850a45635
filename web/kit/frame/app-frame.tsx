import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { Dialog, Modal, ModalOverlay } from 'react-aria-components';
import { Menu as MenuIcon, X } from 'lucide-react';
import { classNames } from '../class-names.ts';
import { IconButton } from '../controls/icon-button.tsx';
import { useSay } from '../words/words-context.ts';
import { Navigation } from './navigation.tsx';
import type { NavigationGroup } from './navigation-entries.ts';
import styles from './app-frame.module.css';

export interface AppFrameProps {
  /** Whose application it is. */
  brand: { name: string; logo?: ReactNode };
  /** Absent: no side navigation, as in the setup. */
  navigation?: readonly NavigationGroup[];
  /** The path of the page. */
  path: string;
  /** A search, in the middle of the header. */
  center?: ReactNode;
  /** Actions and the menu of the user, at the end of the header. */
  end?: ReactNode;
  /** A bar above everything, as for a test tenant. Hidden while it renders nothing. */
  bar?: ReactNode;
  children: ReactNode;
}

type SheetProps = Pick<AppFrameProps, 'brand' | 'path'> & { groups: readonly NavigationGroup[] };

/** The navigation of a phone: a sheet that a button of the header opens, and every link closes. */
function NavigationSheet({ brand, groups, path }: SheetProps) {
  const say = useSay('kit');
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => setIsOpen(false), [path]);
  return (
    <div className={styles['menuButton']}>
      <IconButton icon={MenuIcon} label={say('openNavigation')} onPress={() => setIsOpen(true)} />
      <ModalOverlay
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        isDismissable
        className={styles['sheetShade']}
      >
        <Modal className={styles['sheet']}>
          <Dialog aria-label={say('mainNavigation')}>
            <div className={styles['sheetHead']}>
              <bdi>{brand.name}</bdi>
              <IconButton icon={X} label={say('close')} onPress={() => setIsOpen(false)} />
            </div>
            <Navigation groups={groups} path={path} />
          </Dialog>
        </Modal>
      </ModalOverlay>
    </div>
  );
}

/** The frame of an application: header, side navigation, page. */
export function AppFrame({ brand, navigation, path, center, end, bar, children }: AppFrameProps) {
  const say = useSay('kit');
  return (
    <div className={classNames(styles['frame'], styles[navigation ? 'sided' : 'noSide'])}>
      <a href="#main" className={styles['skip']}>
        {say('skipToContent')}
      </a>
      {bar && (
        <aside className={styles['bar']} aria-label={say('state.info')}>
          {bar}
        </aside>
      )}
      <header className={styles['header']}>
        {navigation && <NavigationSheet brand={brand} groups={navigation} path={path} />}
        <div className={styles['brand']}>
          {brand.logo}
          <bdi className={styles['brandName']}>{brand.name}</bdi>
        </div>
        <div className={styles['center']}>{center}</div>
        <div className={styles['end']}>{end}</div>
      </header>
      {navigation && (
        <div className={styles['side']}>
          <Navigation groups={navigation} path={path} />
        </div>
      )}
      <main id="main" tabIndex={-1} className={styles['main']}>
        <div className={styles['page']}>{children}</div>
      </main>
    </div>
  );
}
