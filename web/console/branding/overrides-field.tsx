import { useState } from 'react';
import type { Branding } from '@platform/sdk';
import { Banner } from '../../kit/content/banner.tsx';
import { Verbatim } from '../../kit/content/verbatim.tsx';
import { Button } from '../../kit/controls/button.tsx';
import type { BoundField } from '../../kit/form/form-field.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import type { Override } from './branding-values.ts';
import { OverrideDialog } from './override-dialog.tsx';
import styles from './branding.module.css';

export interface OverridesControlProps extends BoundField<readonly Override[]> {
  assets: Branding['assets'];
  isReadOnly: boolean;
}

const targetOf = ({ clientId, organizationId }: Override): string =>
  [clientId, organizationId].filter((id) => id !== undefined).join(' · ');

/** How the pages differ for applications and organizations. */
export function OverridesControl({
  value,
  onChange,
  problem,
  assets,
  isReadOnly,
}: OverridesControlProps) {
  const say = useSay('branding');
  /** The index of the one that is edited; that after the last adds one. */
  const [edited, setEdited] = useState<number>();
  const apply = (index: number, override: Override) =>
    onChange(index < value.length ? value.with(index, override) : [...value, override]);
  return (
    <div className={styles['overrides']}>
      {problem && <Banner state="error">{problem}</Banner>}
      {value.length === 0 && <p className={styles['quiet']}>{say('override.none')}</p>}
      {value.length > 0 && (
        <ul className={styles['list']}>
          {value.map((override, index) => (
            <li key={targetOf(override)} className={styles['item']}>
              <span>
                <Verbatim text={targetOf(override)} />
                {override.displayName !== undefined && (
                  <span className={styles['quiet']}>
                    {' '}
                    <Verbatim text={override.displayName} />
                  </span>
                )}
              </span>
              {!isReadOnly && (
                <span className={styles['buttons']}>
                  <Button
                    size="small"
                    aria-label={say('override.editOf', { name: targetOf(override) })}
                    onPress={() => setEdited(index)}
                  >
                    {say('override.edit')}
                  </Button>
                  <Button
                    size="small"
                    aria-label={say('override.removeOf', { name: targetOf(override) })}
                    onPress={() => onChange(value.toSpliced(index, 1))}
                  >
                    {say('override.remove')}
                  </Button>
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      {!isReadOnly && (
        <Button onPress={() => setEdited(value.length)}>{say('override.add')}</Button>
      )}
      {edited !== undefined && (
        <OverrideDialog
          override={value[edited]}
          assets={assets}
          onApply={(override) => apply(edited, override)}
          onClose={() => setEdited(undefined)}
        />
      )}
    </div>
  );
}
