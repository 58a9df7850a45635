import { useQuery } from '@tanstack/react-query';
import { fga, isProblem } from '@platform/sdk';
import type { CheckRequest, FgaAssertion } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { useWrite } from '../../client/write.ts';
import { Button } from '../../kit/controls/button.tsx';
import { showToast } from '../../kit/overlays/toast.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { assertionsQuery } from './relation-queries.ts';

/** Replaces the assertions of the active model, if nothing has changed them meanwhile. */
export const useAssertionsWrite = (etag: string | undefined, onDone?: () => void) =>
  useWrite(
    (api, assertions: FgaAssertion[]) =>
      fga(api).assertions.put({ assertions }, { ...(etag !== undefined && { ifMatch: etag }) }),
    { refreshes: ['fgaAssertionsGet', 'fgaModelValidate'], onDone },
  );

const isSame = (one: FgaAssertion, { subject, relation, object, context }: FgaAssertion): boolean =>
  one.subject === subject &&
  one.relation === relation &&
  one.object === object &&
  JSON.stringify(one.context) === JSON.stringify(context);

/** Keeps the question with its answer as a test of the model. */
export function SaveAssertion({ request, decision }: { request: CheckRequest; decision: string }) {
  const say = useSay('relations');
  const session = useSession();
  const mayWrite = mayCall(session, 'fgaAssertionsPut');
  const query = useQuery({ ...assertionsQuery(), enabled: mayWrite });
  const write = useAssertionsWrite(query.data?.etag, () =>
    showToast({ text: say('assertion.saved') }),
  );
  if (!mayWrite || decision === 'undecided' || !query.data) return null;
  const { subject, relation, object, contextualTuples = [], context } = request;
  const assertion: FgaAssertion = {
    subject,
    relation,
    object,
    expect: decision === 'allowed',
    ...(context && { context }),
    contextualTuples: contextualTuples.map((tuple) => ({
      subject: tuple.subject,
      relation: tuple.relation,
      object: tuple.object,
      ...(tuple.condition && { condition: tuple.condition }),
    })),
  };
  const { assertions } = query.data.value;
  const others = assertions.filter((one) => !isSame(one, assertion));
  return (
    <>
      {write.error && !isProblem(write.error, 'precondition_failed') && (
        <ProblemNote error={write.error} />
      )}
      <Button isPending={write.isPending} onPress={() => write.mutate([...others, assertion])}>
        {say('assertion.save')}
      </Button>
    </>
  );
}
