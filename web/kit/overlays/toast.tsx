import {
  Text,
  UNSTABLE_Toast as AriaToast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as AriaToastRegion,
} from 'react-aria-components';
import { X } from 'lucide-react';
import { classNames } from '../class-names.ts';
import { stateIcons } from '../content/states.ts';
import type { State } from '../content/states.ts';
import { Button } from '../controls/button.tsx';
import { Icon } from '../controls/icon.tsx';
import { IconButton } from '../controls/icon-button.tsx';
import { useSay } from '../words/words-context.ts';
import styles from './toast.module.css';

export interface ToastMessage {
  text: string;
  state?: State;
  /** What can be done about it, such as Undo. */
  action?: { label: string; onAction: () => void };
}

const queue = new ToastQueue<ToastMessage>({ maxVisibleToasts: 3 });
const plainMs = 5_000;
const actionMs = 10_000;

/**
 * Says that something worked, where the page does not show it. It leaves after 5 seconds, with an action after 10, and waits while it has
 * hover or focus. Errors are shown in the page, never in a toast alone.
 */
export function showToast(message: ToastMessage): void {
  queue.add(message, { timeout: message.action ? actionMs : plainMs });
}

/** Where toasts appear; part of `KitProvider`. */
export function ToastRegion() {
  const say = useSay('kit');
  return (
    <AriaToastRegion queue={queue} className={styles['region']} aria-label={say('notifications')}>
      {({ toast }) => {
        const { text, state = 'ok', action } = toast.content;
        return (
          <AriaToast toast={toast} className={classNames(styles['toast'], styles[state])}>
            <Icon of={stateIcons[state]} />
            <ToastContent className={styles['content']}>
              <Text slot="title">{text}</Text>
            </ToastContent>
            {action && (
              <Button
                size="small"
                kind="quiet"
                onPress={() => {
                  queue.close(toast.key);
                  action.onAction();
                }}
              >
                {action.label}
              </Button>
            )}
            <IconButton slot="close" size="small" icon={X} label={say('close')} />
          </AriaToast>
        );
      }}
    </AriaToastRegion>
  );
}
