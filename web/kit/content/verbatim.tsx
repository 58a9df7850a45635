import { hasHidden, partsOf } from './control-characters.ts';
import styles from './verbatim.module.css';

/**
 * Text written by another person: isolated, so that its direction does not reorder what is around it, and with characters that would not
 * be seen by their code.
 */
export const Verbatim = ({ text }: { text: string }) => (
  <bdi>
    {hasHidden(text)
      ? partsOf(text).map((part, index) =>
          'control' in part ? (
            <span key={index} className={styles['control']}>
              {part.control}
            </span>
          ) : (
            part.text
          ),
        )
      : text}
  </bdi>
);
