import { useNavigate } from '@tanstack/react-router';
import { Button } from '../../kit/controls/button.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import type { Job } from './job-queries.ts';

const paths = {
  import: '/migration',
  audit: '/audit',
  objects: '/access/tuples',
} as const satisfies Partial<Record<Job['kind'], string>>;

/** Leads to the page that made the job, where it can be stopped and its result is. */
export function JobPage({ kind, onLeave }: { kind: keyof typeof paths; onLeave: () => void }) {
  const say = useSay('jobs');
  const navigate = useNavigate();
  return (
    <Button
      size="small"
      onPress={() => {
        onLeave();
        void navigate({ to: paths[kind] });
      }}
    >
      {say('open')}
    </Button>
  );
}
