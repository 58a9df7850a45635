import { Button } from 'react-aria-components';
import { Avatar } from '../content/avatar.tsx';
import { Menu } from '../controls/menu.tsx';
import type { MenuGroup } from '../controls/menu.tsx';
import { useSay } from '../words/words-context.ts';
import styles from './app-frame.module.css';

export interface UserMenuProps {
  name: string;
  /** Shown below the name, such as an e-mail address. */
  hint?: string;
  picture?: string | null;
  groups: readonly MenuGroup[];
}

/** The initials of the user in the header, and what is behind them: account, theme, sign-out. */
export function UserMenu({ name, hint, picture, groups }: UserMenuProps) {
  const say = useSay('kit');
  return (
    <Menu
      label={say('userMenu', { name })}
      groups={groups.map((group, index) =>
        index === 0 ? { label: hint ? `${name} · ${hint}` : name, ...group } : group,
      )}
      trigger={
        <Button className={styles['user']}>
          <Avatar name={name} src={picture} />
          <span className="visually-hidden">{say('userMenu', { name })}</span>
        </Button>
      }
    />
  );
}
