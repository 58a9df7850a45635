import { useEffect } from 'react';
import {
  Autocomplete,
  Button,
  Dialog,
  Header,
  Input,
  Keyboard,
  Menu,
  MenuItem,
  MenuSection,
  Modal,
  ModalOverlay,
  SearchField,
} from 'react-aria-components';
import { Search } from 'lucide-react';
import { Icon } from '../controls/icon.tsx';
import { useSay } from '../words/words-context.ts';
import { searchPalette } from './palette-search.ts';
import type { PaletteEntry, PaletteGroup } from './palette-search.ts';
import dialogStyles from '../overlays/dialog.module.css';
import listStyles from '../controls/list.module.css';
import styles from './palette.module.css';

export interface PaletteProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** Entries of the application, and those that a server found for the text. */
  groups: readonly PaletteGroup[];
  text: string;
  onTextChange: (text: string) => void;
  isSearching?: boolean;
}

/** Opens the palette on ⌘K or Ctrl K. */
export function usePaletteKey(open: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      open();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [open]);
}

const Entry = ({ id, label, hint, icon, keys, href, onAction }: PaletteEntry) => (
  <MenuItem
    id={id}
    textValue={label}
    href={href}
    onAction={onAction}
    className={listStyles['item']}
  >
    {icon && <Icon of={icon} />}
    <span className={listStyles['itemText']}>
      <bdi>{label}</bdi>
      {hint && (
        <span className={listStyles['itemHint']}>
          <bdi>{hint}</bdi>
        </span>
      )}
    </span>
    {keys && (
      <span className={styles['keys']}>
        {keys.split(' ').map((key) => (
          <Keyboard key={key}>{key}</Keyboard>
        ))}
      </span>
    )}
  </MenuItem>
);

/** Pages, resources and actions by name, from any page. */
export function Palette({
  isOpen,
  onOpenChange,
  groups,
  text,
  onTextChange,
  isSearching,
}: PaletteProps) {
  const say = useSay('kit');
  const found = searchPalette(groups, text);
  return (
    <ModalOverlay
      className={dialogStyles['shade']}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      isDismissable
    >
      <Modal className={dialogStyles['modal']}>
        <Dialog className={dialogStyles['dialog']} aria-label={say('palette')}>
          <Autocomplete inputValue={text} onInputChange={onTextChange}>
            <SearchField aria-label={say('palette')} autoFocus className={styles['search']}>
              <Icon of={Search} />
              <Input placeholder={say('palette.placeholder')} className={styles['input']} />
            </SearchField>
            <div className={styles['entries']}>
              <Menu
                aria-label={say('palette')}
                className={listStyles['list']}
                onAction={() => onOpenChange(false)}
                renderEmptyState={() => (
                  <div className={listStyles['empty']}>
                    {isSearching ? say('search.searching') : say('search.noneFound', { text })}
                  </div>
                )}
              >
                {found.map((group) => (
                  <MenuSection key={group.id} id={group.id}>
                    <Header className={listStyles['heading']}>{group.label}</Header>
                    {group.entries.map((entry) => (
                      <Entry key={entry.id} {...entry} />
                    ))}
                  </MenuSection>
                ))}
              </Menu>
            </div>
          </Autocomplete>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

/** The field in the header that opens the palette. */
export function PaletteButton({ label, onPress }: { label: string; onPress: () => void }) {
  return (
    <Button className={styles['trigger']} onPress={onPress} aria-keyshortcuts="Meta+K Control+K">
      <Icon of={Search} />
      <span className={styles['triggerText']}>{label}</span>
      <Keyboard>{/mac/i.test(navigator.platform) ? '⌘K' : 'Ctrl K'}</Keyboard>
    </Button>
  );
}
