import { useEffect } from 'react';
import { Button, Keyboard } from 'react-aria-components';
import { Search } from 'lucide-react';
import { Icon } from '../controls/icon.tsx';
import styles from './palette.module.css';

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
