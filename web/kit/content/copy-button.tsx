import { useEffect, useState } from 'react';
import { Button } from 'react-aria-components';
import { Check, Copy } from 'lucide-react';
import { classNames } from '../class-names.ts';
import { Icon } from '../controls/icon.tsx';
import { Tooltip } from '../overlays/tooltip.tsx';
import { useSay } from '../words/words-context.ts';
import { copyText } from './take-away.ts';
import styles from './copyable.module.css';

/** Copies a text, and says so. `label` names what is copied: "Copy user ID". */
export function CopyButton({ text, label }: { text: string; label?: string }) {
  const say = useSay('kit');
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setIsCopied(false), 2_000);
    return () => clearTimeout(timer);
  }, [isCopied]);
  return (
    <>
      <Tooltip text={isCopied ? say('copied') : (label ?? say('copy'))}>
        <Button
          className={classNames(styles['button'], isCopied && styles['isCopied'])}
          aria-label={label ?? say('copy')}
          onPress={async () => setIsCopied(await copyText(text))}
        >
          <Icon of={isCopied ? Check : Copy} size={14} />
        </Button>
      </Tooltip>
      <span className="visually-hidden" role="status">
        {isCopied && say('copied')}
      </span>
    </>
  );
}
