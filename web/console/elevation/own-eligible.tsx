import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { OwnEligibility } from '@platform/sdk';
import { Section } from '../../kit/content/section.tsx';
import { Button } from '../../kit/controls/button.tsx';
import type { Column } from '../../kit/table/columns.ts';
import { DataTable } from '../../kit/table/data-table.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { useDurationWords } from '../../parts/durations.ts';
import { RequestElevation } from '../../parts/request-elevation.tsx';
import { useElevationName } from './elevation-names.ts';
import { ownEligibleQuery } from './elevation-queries.ts';

function useColumns(request: (one: OwnEligibility) => void): readonly Column<OwnEligibility>[] {
  const say = useSay('elevation');
  const nameOf = useElevationName();
  const wordsOf = useDurationWords();
  return [
    { id: 'what', label: say('what'), cell: nameOf },
    {
      id: 'rules',
      label: say('rules'),
      isFact: true,
      cell: ({ rules }) =>
        [
          say('own.atMost', { duration: wordsOf(rules.maxDurationSeconds) }),
          ...(rules.requireApproval ? [say('own.approval')] : []),
        ].join(' · '),
    },
    {
      id: 'actions',
      label: say('actions'),
      isFact: true,
      cell: (one) =>
        one.openActivationId === null && (
          <Button
            size="small"
            aria-label={`${say('own.request')} ${nameOf(one)}`}
            onPress={() => request(one)}
          >
            {say('own.request')}
          </Button>
        ),
    },
  ];
}

/** What the user can activate. Nothing if that is nothing. */
export function OwnEligible() {
  const say = useSay('elevation');
  const nameOf = useElevationName();
  const { data } = useQuery({ ...ownEligibleQuery, refetchInterval: 30_000 });
  const [requesting, setRequesting] = useState<OwnEligibility>();
  const columns = useColumns(setRequesting);
  if (!data || data.value.data.length === 0) return null;
  return (
    <Section title={say('own')}>
      <DataTable
        label={say('own')}
        columns={columns}
        rows={data.value.data}
        idOf={({ id }) => id}
        nameOf={nameOf}
        empty={null}
      />
      {requesting && (
        <RequestElevation
          eligibility={requesting}
          name={nameOf(requesting)}
          onClose={() => setRequesting(undefined)}
        />
      )}
    </Section>
  );
}
