import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { classNames } from '../class-names.ts';
import styles from './dialog.module.css';

export interface DialogProps {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
  /** Buttons, the main one last. */
  actions?: ReactNode;
  size?: 'normal' | 'wide';
  /** `alertdialog` interrupts: a press beside it does not close it. */
  role?: 'dialog' | 'alertdialog';
  /** Whether Escape and a press beside it close the dialog; not while something runs, or a secret would be lost. */
  isDismissable?: boolean;
}

/** A dialog over the page. On a phone it rises from the bottom. */
export const Dialog = ({
  title,
  isOpen,
  onClose,
  children,
  actions,
  size,
  role = 'dialog',
  isDismissable = true,
}: DialogProps) => (
  <ModalOverlay
    className={styles['shade']}
    isOpen={isOpen}
    onOpenChange={(open) => !open && onClose()}
    isDismissable={isDismissable && role === 'dialog'}
    isKeyboardDismissDisabled={!isDismissable}
  >
    <Modal className={classNames(styles['modal'], size === 'wide' && styles['wide'])}>
      <AriaDialog className={styles['dialog']} role={role}>
        <div className={styles['head']}>
          <Heading slot="title" level={2}>
            {title}
          </Heading>
        </div>
        <div className={styles['body']}>{children}</div>
        {actions && <div className={styles['foot']}>{actions}</div>}
      </AriaDialog>
    </Modal>
  </ModalOverlay>
);
