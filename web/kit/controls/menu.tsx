import type { ReactElement } from 'react';
import {
  Header,
  Menu as AriaMenu,
  MenuItem,
  MenuSection,
  MenuTrigger,
  Popover,
} from 'react-aria-components';
import type { Placement } from 'react-aria-components';
import type { LucideIcon } from 'lucide-react';
import { ExternalLink } from 'lucide-react';
import { classNames } from '../class-names.ts';
import { Icon } from './icon.tsx';
import styles from './list.module.css';

/** An entry of a menu: an action, or a link. */
export interface MenuEntry {
  id: string;
  label: string;
  hint?: string;
  icon?: LucideIcon;
  onAction?: () => void;
  href?: string;
  opensTab?: boolean;
  isDanger?: boolean;
  isDisabled?: boolean;
}

export interface MenuGroup {
  id: string;
  label?: string;
  entries: readonly MenuEntry[];
}

export interface MenuProps {
  /** The button that opens the menu. */
  trigger: ReactElement;
  label: string;
  groups: readonly MenuGroup[];
  placement?: Placement;
}

const Entry = ({ label, hint, icon, opensTab, isDanger, ...props }: MenuEntry) => (
  <MenuItem
    {...props}
    {...(opensTab && { target: '_blank', rel: 'noopener' })}
    textValue={label}
    className={classNames(styles['item'], isDanger && styles['danger'])}
  >
    {icon && <Icon of={icon} />}
    <span className={styles['itemText']}>
      {label}
      {hint && <span className={styles['itemHint']}>{hint}</span>}
    </span>
    {opensTab && <Icon of={ExternalLink} size={14} />}
  </MenuItem>
);

/** Actions and links behind a button. Those that delete are last, in a group of their own. */
export const Menu = ({ trigger, label, groups, placement = 'bottom end' }: MenuProps) => (
  <MenuTrigger>
    {trigger}
    <Popover className={styles['popover']} placement={placement} offset={4}>
      <AriaMenu aria-label={label} className={styles['list']}>
        {groups.map((group) => (
          <MenuSection key={group.id} id={group.id} aria-label={group.label ?? label}>
            {group.label && <Header className={styles['heading']}>{group.label}</Header>}
            {group.entries.map((entry) => (
              <Entry key={entry.id} {...entry} />
            ))}
          </MenuSection>
        ))}
      </AriaMenu>
    </Popover>
  </MenuTrigger>
);
