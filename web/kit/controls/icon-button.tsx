import type { LucideIcon } from 'lucide-react';
import { Button as AriaButton } from 'react-aria-components';
import type { ButtonProps as AriaButtonProps } from 'react-aria-components';
import { classNames } from '../class-names.ts';
import { Tooltip } from '../overlays/tooltip.tsx';
import { buttonClass } from './button.tsx';
import type { ButtonLook } from './button.tsx';
import { Icon } from './icon.tsx';
import styles from './button.module.css';

export interface IconButtonProps
  extends Omit<AriaButtonProps, 'className' | 'children' | 'aria-label'>, ButtonLook {
  icon: LucideIcon;
  /** The word of the icon, read by screen readers and shown on hover and focus. */
  label: string;
}

/** A button with an icon alone. Its word is its tooltip. */
export const IconButton = ({ icon, label, kind = 'quiet', size, ...props }: IconButtonProps) => (
  <Tooltip text={label}>
    <AriaButton
      {...props}
      aria-label={label}
      className={classNames(buttonClass({ kind, size }), styles['icon'])}
    >
      <Icon of={icon} />
    </AriaButton>
  </Tooltip>
);
