import { asProblem } from '@platform/kit/problem';

/**
 * One thing that callers rely on of a service's gRPC. It is held against the service and against its stand-in, so that no test
 * passes on what the service rejects.
 */
export interface ContractCase<World> {
  name: string;
  ask(world: World): Promise<object>;
  /** What the answer has; for a call that fails, the code of its problem as `problem`. */
  answer: object;
}

/** What a call came to: its answer, or the code of its problem and those of its `errors[]`. */
export async function outcomeOf(call: Promise<object>): Promise<object> {
  try {
    return await call;
  } catch (error) {
    const { code, details } = asProblem(error);
    return { problem: code, errors: details.errors?.map((one) => one.code) ?? [] };
  }
}
