import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { Icon } from '../controls/icon.tsx';
import { useSay } from '../words/words-context.ts';
import { stateIcons } from './states.ts';
import type { State } from './states.ts';
import styles from './banner.module.css';

export interface BannerProps {
  state: State;
  title?: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
  /** Announced when it appears: for what is a result of an action. */
  isLive?: boolean;
}

/** A message in the page, which stays until its cause is gone. */
export function Banner({ state, title, children, actions, isLive }: BannerProps) {
  const say = useSay('kit');
  const liveRole = state === 'error' ? 'alert' : 'status';
  return (
    <div
      className={classNames(styles['banner'], styles[state])}
      data-banner
      role={isLive ? liveRole : undefined}
    >
      <Icon of={stateIcons[state]} />
      <div className={styles['text']}>
        <span className="visually-hidden">{say(`state.${state}`)}: </span>
        {title && <p className={styles['title']}>{title}</p>}
        {children && <div>{children}</div>}
      </div>
      {actions && <div className={styles['actions']}>{actions}</div>}
    </div>
  );
}
