import { CopyableValue } from '../../kit/content/copyable.tsx';
import { OutsideLink } from '../../kit/controls/link.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { isGeneric, knownProviders } from './connector-kinds.ts';
import type { ProviderKind } from './connector-kinds.ts';
import styles from './methods.module.css';

interface ConnectorGuideProps {
  kind: ProviderKind;
  callbackUrls: readonly string[];
}

/** What to do at the provider: where the application is registered, and what to enter there. */
export function ConnectorGuide({ kind, callbackUrls }: ConnectorGuideProps) {
  const say = useSay('methods');
  const provider = isGeneric(kind) ? undefined : knownProviders[kind];
  return (
    <ol className={styles['guide']}>
      <li>
        {say(`guide.${kind}`)}{' '}
        {provider && (
          <OutsideLink href={provider.console}>
            {say('guide.open', { provider: provider.name })}
          </OutsideLink>
        )}
      </li>
      <li>
        {say('guide.callback', { count: callbackUrls.length })}
        {callbackUrls.map((url) => (
          <CopyableValue key={url} text={url} label={say('copyCallback')} />
        ))}
      </li>
      <li>{say(kind === 'apple' ? 'guide.key' : 'guide.credentials')}</li>
    </ol>
  );
}
