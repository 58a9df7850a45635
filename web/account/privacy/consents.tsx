import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { me } from '@platform/sdk';
import type { ConsentSummary } from '@platform/sdk';
import { useWebClient } from '../../client/web-client.ts';
import { useWrite } from '../../client/write.ts';
import { StatusDot } from '../../kit/content/badge.tsx';
import { Section } from '../../kit/content/section.tsx';
import { saveAsFile } from '../../kit/content/take-away.ts';
import { ExactTime } from '../../kit/content/time.tsx';
import { Verbatim } from '../../kit/content/verbatim.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { currentCursor } from '../../kit/table/cursor-stack.ts';
import { useSay } from '../../kit/words/words-context.ts';
import { CursorPager, useExpiredCursor } from '../../parts/cursor-pager.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { ConfirmWrite } from '../../parts/confirm-write.tsx';
import { Item, ItemList } from '../../kit/content/item-list.tsx';
import { consentsQuery } from '../queries.ts';
import { privacyRoute } from '../routes.ts';
import { ShieldCheck } from 'lucide-react';

const states = {
  requested: 'info',
  given: 'ok',
  refused: 'neutral',
  withdrawn: 'neutral',
  expired: 'warning',
  invalidated: 'warning',
} as const;

/** Saves the signed receipt of a consent. */
function ReceiptButton({ consent: { id, purposeName } }: { consent: ConsentSummary }) {
  const say = useSay('account-privacy');
  const { api } = useWebClient();
  const load = useMutation({
    async mutationFn() {
      const receipt = await me(api).consents.getReceipt(id);
      const name = `${receipt.receiptId}.json`;
      saveAsFile(JSON.stringify(receipt, null, 2), { name, type: 'application/json' });
    },
  });
  return (
    <>
      <Button
        size="small"
        isPending={load.isPending}
        onPress={() => load.mutate()}
        aria-label={`${say('consent.receipt')}: ${purposeName}`}
      >
        {say('consent.receipt')}
      </Button>
      {load.error && <ProblemNote error={load.error} />}
    </>
  );
}

/** Whether the user may withdraw it: what a contract or a law requires is no consent. */
const isWithdrawable = ({ state, legalBasis }: ConsentSummary): boolean =>
  state === 'given' && (legalBasis === 'consent' || legalBasis === 'explicit_consent');

function ConsentRow({ consent, onWithdraw }: { consent: ConsentSummary; onWithdraw: () => void }) {
  const say = useSay('account-privacy');
  const { purposeName, state, givenAt, withdrawnAt, expiresAt } = consent;
  const date = (at: string) => ({ time: <ExactTime key="t" at={at} isDate /> });
  return (
    <Item
      icon={ShieldCheck}
      title={<Verbatim text={purposeName} />}
      badges={<StatusDot state={states[state]}>{say(`consent.state.${state}`)}</StatusDot>}
      facts={[
        say.rich('consent.givenAt', date(givenAt)),
        withdrawnAt !== null && say.rich('consent.withdrawnAt', date(withdrawnAt)),
        withdrawnAt === null && expiresAt !== null && say.rich('consent.until', date(expiresAt)),
      ]}
      actions={
        <>
          <ReceiptButton consent={consent} />
          {isWithdrawable(consent) && (
            <Button
              size="small"
              onPress={onWithdraw}
              aria-label={`${say('consent.withdraw')}: ${purposeName}`}
            >
              {say('consent.withdraw')}
            </Button>
          )}
        </>
      }
    />
  );
}

function ConsentList({ consents }: { consents: readonly ConsentSummary[] }) {
  const say = useSay('account-privacy');
  const [withdrawing, setWithdrawing] = useState<ConsentSummary>();
  const withdraw = useWrite((api, id: string, key) => me(api).consents.withdraw(id, {}, key), {
    refreshes: ['meConsentList', 'meActivityList'],
  });
  if (consents.length === 0) return null;
  return (
    <>
      <ItemList label={say('consents')}>
        {consents.map((consent) => (
          <ConsentRow
            key={consent.id}
            consent={consent}
            onWithdraw={() => setWithdrawing(consent)}
          />
        ))}
      </ItemList>
      {withdrawing && (
        <ConfirmWrite
          title={say('consent.withdrawTitle', { name: withdrawing.purposeName })}
          consequences={[say('consent.withdrawEffect'), say('consent.withdrawPast')]}
          action={say('consent.withdraw')}
          write={withdraw}
          input={withdrawing.id}
          onClose={() => setWithdrawing(undefined)}
        />
      )}
    </>
  );
}

/** What the user has agreed to. */
export function Consents() {
  const say = useSay('account-privacy');
  const { cursors } = privacyRoute.useSearch();
  const navigate = privacyRoute.useNavigate();
  const query = useQuery(consentsQuery(cursors && currentCursor(cursors)));
  useExpiredCursor(query.error, cursors, () => void navigate({ search: {} }));
  const isNone = query.data?.value.data.length === 0 && !cursors;
  return (
    <Section title={say('consents')} about={say(isNone ? 'consents.none' : 'consents.about')}>
      <Loaded query={query} lines={3}>
        {(page) => (
          <>
            <ConsentList consents={page.data} />
            <CursorPager
              cursors={cursors}
              page={page}
              onChange={(next) => void navigate({ search: { cursors: next } })}
            />
          </>
        )}
      </Loaded>
    </Section>
  );
}
