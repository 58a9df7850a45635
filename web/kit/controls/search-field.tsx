import type { Ref } from 'react';
import { Button, Group, Input, SearchField as AriaField } from 'react-aria-components';
import type { SearchFieldProps as AriaFieldProps } from 'react-aria-components';
import { Search, X } from 'lucide-react';
import { boxClass, fieldClass, inputClass, insideClass } from './field.tsx';
import { Icon } from './icon.tsx';
import styles from './field.module.css';

export interface SearchFieldProps extends Omit<
  AriaFieldProps,
  'className' | 'children' | 'aria-label' | 'ref'
> {
  /** What is searched: "Search users". Also its placeholder, since an icon alone would have to say it. */
  label: string;
  ref?: Ref<HTMLInputElement>;
}

/** A field that searches; Escape clears it. */
export const SearchField = ({ label, ref, ...props }: SearchFieldProps) => (
  <AriaField {...props} aria-label={label} className={fieldClass}>
    {({ isEmpty }) => (
      <Group className={boxClass}>
        <span className={styles['affix']}>
          <Icon of={Search} />
        </span>
        <Input ref={ref} placeholder={label} className={inputClass} />
        {!isEmpty && (
          <Button className={insideClass}>
            <Icon of={X} />
          </Button>
        )}
      </Group>
    )}
  </AriaField>
);
