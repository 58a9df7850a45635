import { Button as AriaButton } from 'react-aria-components';
import type { ButtonProps } from 'react-aria-components';
import styles from './button.module.css';

/** A button; one of a view is `primary`. */
export const Button = ({
  kind = 'plain',
  ...props
}: ButtonProps & { kind?: 'plain' | 'primary' }) => (
  <AriaButton {...props} className={`${styles['button']} ${styles[kind]}`} />
);
