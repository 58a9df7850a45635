import { Keyboard } from 'react-aria-components';
import { Button } from '../../kit/controls/button.tsx';
import { DefinitionList } from '../../kit/content/definition-list.tsx';
import { Dialog } from '../../kit/overlays/dialog.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import styles from './keyboard-help.module.css';

const isMac = /mac/i.test(navigator.platform);
const command = isMac ? '⌘' : 'Ctrl';

/** The keys of the console. */
const keys = [
  ['keys.palette', `${command} K`],
  ['keys.search', '/'],
  ['keys.overview', 'G O'],
  ['keys.users', 'G U'],
  ['keys.create', 'C'],
  ['keys.rows', 'J K'],
  ['keys.select', 'X'],
  ['keys.save', `${command} S`],
  ['keys.code', `${command} .`],
  ['keys.close', 'Esc'],
  ['keys.help', '?'],
] as const;

/** Lists the keys that do something. */
export function KeyboardHelp({ onClose }: { onClose: () => void }) {
  const say = useSay('console');
  const sayApp = useSay('app');
  return (
    <Dialog
      title={say('keys.title')}
      isOpen
      onClose={onClose}
      actions={<Button onPress={onClose}>{sayApp('close')}</Button>}
    >
      <DefinitionList
        entries={keys.map(([term, pressed]) => ({
          term: say(term),
          value: (
            <span className={styles['keys']}>
              {pressed.split(' ').map((key) => (
                <Keyboard key={key}>{key}</Keyboard>
              ))}
            </span>
          ),
        }))}
      />
    </Dialog>
  );
}
