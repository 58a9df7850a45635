import { CopyableValue } from '../../kit/content/copyable.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import type { FieldKey } from '../field-names.ts';
import type { Provider } from '../providers.ts';
import { useProviderWords } from './provider-words.ts';
import styles from './run.module.css';

export interface CopyValuesProps {
  provider: Provider;
  /** In the order in which the product asks for them. */
  values: readonly (readonly [FieldKey, string])[];
}

/** Values to enter at the product, each under the name of its field there. */
export function CopyValues({ provider, values }: CopyValuesProps) {
  const say = useSay('setup');
  const { nameOf, fieldOf } = useProviderWords();
  return (
    <section className={styles['values']} aria-labelledby="values">
      <h2 id="values">{say('values.title', { provider: nameOf(provider) })}</h2>
      <dl>
        {values.map(([key, value]) => {
          const field = fieldOf(provider, key);
          return (
            <div key={key}>
              <dt>{field}</dt>
              <dd>
                <CopyableValue text={value} label={say('values.copy', { field })} />
              </dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}
