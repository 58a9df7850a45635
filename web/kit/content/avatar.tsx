import type { CSSProperties } from 'react';
import { useState } from 'react';
import { classNames } from '../class-names.ts';
import { initialsOf, numberOf } from './initials.ts';
import styles from './avatar.module.css';

export interface AvatarProps {
  name: string;
  /** An address of this origin; initials are shown without one, and where it does not load. */
  src?: string | null;
  size?: number;
  /** People are round, organizations and applications are square. */
  shape?: 'round' | 'square';
}

/** A picture or initials beside a name, which screen readers read instead. */
export function Avatar({ name, src, size = 32, shape }: AvatarProps) {
  const [failed, setFailed] = useState<string | null>(null);
  const style = {
    inlineSize: size,
    blockSize: size,
    fontSize: Math.round(size * 0.4),
    '--hue': `var(--chart-${numberOf(name, 5) + 1})`,
  } as CSSProperties;
  return (
    <span
      className={classNames(styles['avatar'], shape === 'square' && styles['square'])}
      style={style}
      aria-hidden
    >
      {src && src !== failed ? (
        <img src={src} alt="" loading="lazy" onError={() => setFailed(src)} />
      ) : (
        <span className={styles['initials']} data-initials={initialsOf(name)} />
      )}
    </span>
  );
}
