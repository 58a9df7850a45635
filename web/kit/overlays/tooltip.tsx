import type { ReactElement, ReactNode } from 'react';
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components';
import styles from './tooltip.module.css';

/** Words on hover and focus of a button or link. Nothing that a person needs is only here: phones do not hover. */
export const Tooltip = ({ text, children }: { text: ReactNode; children: ReactElement }) => (
  <TooltipTrigger delay={400} closeDelay={0}>
    {children}
    <AriaTooltip className={styles['tooltip']} offset={6}>
      {text}
    </AriaTooltip>
  </TooltipTrigger>
);
