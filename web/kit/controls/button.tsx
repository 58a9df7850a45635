import type { ReactNode, Ref } from 'react';
import { Button as AriaButton, Link as AriaLink } from 'react-aria-components';
import type { ButtonProps as AriaButtonProps, LinkProps } from 'react-aria-components';
import { classNames } from '../class-names.ts';
import { SpinnerRing } from './spinner.tsx';
import styles from './button.module.css';

/** `primary`: one in a view. `danger`: undoes or deletes. `quiet`: beside others, in tables and headers. */
export type ButtonKind = 'primary' | 'plain' | 'danger' | 'quiet';

export interface ButtonLook {
  kind?: ButtonKind;
  size?: 'small' | 'normal';
}

export interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'children'>, ButtonLook {
  children: ReactNode;
  ref?: Ref<HTMLButtonElement>;
}

export const buttonClass = ({ kind = 'plain', size }: ButtonLook): string =>
  classNames(styles['button'], styles[kind], size === 'small' && styles['small']);

/** A button. While `isPending`, it keeps its width and takes no press. */
export const Button = ({ kind, size, children, ...props }: ButtonProps) => (
  <AriaButton
    {...props}
    className={classNames(buttonClass({ kind, size }), props.isPending && styles['pending'])}
  >
    <span className={styles['content']}>{children}</span>
    {props.isPending && (
      <span className={styles['ring']}>
        <SpinnerRing />
      </span>
    )}
  </AriaButton>
);

export interface ButtonLinkProps extends Omit<LinkProps, 'className' | 'children'>, ButtonLook {
  children: ReactNode;
}

/** A link that looks like a button: it leads to a page. */
export const ButtonLink = ({ kind, size, ...props }: ButtonLinkProps) => (
  <AriaLink {...props} className={buttonClass({ kind, size })} />
);
