import { asProblem } from '@platform/kit/problem';

/**
 * One behavior of a service's gRPC that callers rely on. It is checked against the service and its
 * fake, so that no test passes with a request that the service rejects.
 */
export interface ContractCase<World> {
  name: string;
  ask(world: World): Promise<object>;
  /**
   * Expected members of the response; for a call that fails, the code of its problem as `problem`.
   */
  answer: object;
}

/** Returns the outcome of a call: its response, or the codes of its problem and its `errors[]`. */
export async function outcomeOf(call: Promise<object>): Promise<object> {
  try {
    return await call;
  } catch (error) {
    const { code, details } = asProblem(error);
    return { problem: code, errors: details.errors?.map((one) => one.code) ?? [] };
  }
}
