import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Consent, ConsentReceipt } from '@platform/sdk';
import { verifyJws } from '../../client/jws.ts';
import type { PublishedKey, SignatureResult } from '../../client/jws.ts';
import { Code } from '../../kit/code/code.tsx';
import { Banner } from '../../kit/content/banner.tsx';
import { Section } from '../../kit/content/section.tsx';
import { saveAsFile } from '../../kit/content/take-away.ts';
import { Button } from '../../kit/controls/button.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { ShowCode } from '../../parts/show-code.tsx';
import { receiptQuery } from './consent-queries.ts';
import styles from './consents.module.css';

/** Reads the keys that the issuer publishes. The page is on its host. */
async function publishedKeys(jwksUri: string): Promise<readonly PublishedKey[]> {
  const response = await fetch(new URL(jwksUri).pathname, { credentials: 'omit' });
  const { keys } = (await response.json()) as { keys: PublishedKey[] };
  return keys;
}

/** Verifies a receipt in the browser, with the published keys and nothing else. */
function Verification({ receipt: { jws, jwksUri, kid } }: { receipt: ConsentReceipt }) {
  const say = useSay('consents');
  const [result, setResult] = useState<SignatureResult | 'unavailable'>();
  const verify = async () => {
    try {
      setResult(await verifyJws(jws, await publishedKeys(jwksUri)));
    } catch {
      setResult('unavailable');
    }
  };
  return (
    <>
      <div>
        <Button onPress={() => void verify()}>{say('receipt.verify')}</Button>
      </div>
      {result && (
        <Banner state={result === 'valid' ? 'ok' : 'error'} isLive>
          {say(`receipt.${result}`, { key: kid })}
        </Banner>
      )}
    </>
  );
}

function Receipt({ id }: { id: string }) {
  const say = useSay('consents');
  const query = useQuery(receiptQuery(id));
  return (
    <Loaded query={query} lines={6}>
      {(receipt) => (
        <div className={styles['stack']}>
          {receipt.missingFields.length > 0 && (
            <Banner state="info" title={say('receipt.missing')}>
              {receipt.missingFields.join(', ')}
            </Banner>
          )}
          <Verification key={receipt.receiptId} receipt={receipt} />
          <Code
            code={JSON.stringify(receipt.receipt, null, 2)}
            language="json"
            label={`${say('receipt')}: JSON`}
          />
          <div>
            <Button
              onPress={() =>
                saveAsFile(receipt.jws, { name: `${id}.jws`, type: 'application/jose' })
              }
            >
              {say('receipt.download')}
            </Button>
          </div>
        </div>
      )}
    </Loaded>
  );
}

/** The signed receipt of a consent. It is made when it is asked for. */
export function ConsentReceiptSection({ consent: { id, state } }: { consent: Consent }) {
  const say = useSay('consents');
  const [isShown, setIsShown] = useState(false);
  if (state === 'requested') return null;
  return (
    <Section
      title={say('receipt')}
      about={say('receipt.about')}
      actions={
        <>
          <ShowCode entries={[{ operation: 'consentReceipt', parameters: [id] }]} />
          {!isShown && <Button onPress={() => setIsShown(true)}>{say('receipt.show')}</Button>}
        </>
      }
    >
      {isShown && <Receipt id={id} />}
    </Section>
  );
}
