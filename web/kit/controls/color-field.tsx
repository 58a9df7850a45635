import { Suspense, useRef, useState } from 'react';
import type { Ref } from 'react';
import { Button, Dialog, Popover } from 'react-aria-components';
import { useSay } from '../words/words-context.ts';
import type { FieldProps } from './field.tsx';
import { TextField } from './text-field.tsx';
import listStyles from './list.module.css';
import styles from './color.module.css';
import { lazyPart } from '../lazy-part.tsx';

const ColorPanel = lazyPart(async () => (await import('./color-panel.tsx')).ColorPanel);

export interface ColorFieldProps extends FieldProps {
  /** `#RRGGBB`; empty if none is chosen. */
  value: string;
  onChange: (color: string) => void;
  onBlur?: () => void;
  name?: string;
  placeholder?: string;
  isReadOnly?: boolean;
  ref?: Ref<HTMLInputElement>;
}

/** A color as text, beside a button that opens a picker. */
export function ColorField({ value, onChange, isReadOnly, ...props }: ColorFieldProps) {
  const say = useSay('kit');
  // With `DialogTrigger`, every page would load the code of menus.
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const isColor = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(value);
  return (
    <TextField
      {...props}
      value={value}
      onChange={onChange}
      isReadOnly={isReadOnly}
      isCode
      prefix={
        <>
          <Button
            ref={button}
            aria-label={`${say('color.choose')}: ${props.label}`}
            aria-haspopup="dialog"
            isDisabled={isReadOnly}
            onPress={() => setIsOpen(true)}
            className={styles['swatch']}
            style={isColor ? { background: value } : undefined}
          />
          <Popover
            triggerRef={button}
            isOpen={isOpen}
            onOpenChange={setIsOpen}
            className={listStyles['popover']}
            offset={4}
          >
            <Dialog aria-label={props.label} className={styles['panel']}>
              <Suspense>
                <ColorPanel value={value} onChange={onChange} />
              </Suspense>
            </Dialog>
          </Popover>
        </>
      }
    />
  );
}
