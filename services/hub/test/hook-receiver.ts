import { newId } from '@platform/kit/ids';
import type { HookCommandBody, PropertyName } from '@platform/contracts';
import { startReceiver } from '@platform/testkit/receiver';
import type { Behaviour, Received } from '@platform/testkit/receiver';

/** Properties of a hub that may call hooks on this machine. */
export const hookProperties: Partial<Record<PropertyName, string>> = {
  'platform.webhooks.allow-insecure-http': 'true',
  'platform.webhooks.allowed-internal-hosts': 'localhost',
};

/** An answer with these commands. */
export const commands = (...given: HookCommandBody[]): Behaviour => ({
  body: JSON.stringify({ commands: given }),
});

/** A receiver of inline hooks that gives each hook an address and an answer of its own. */
export async function startHookReceiver() {
  const answers = new Map<string, () => Behaviour>();
  const receiver = await startReceiver(({ path }) => answers.get(path)?.() ?? {});
  return {
    /** The address of a new hook. `answer` is called for each call of it; default 200 without a body. */
    hook(answer: () => Behaviour = () => ({})) {
      const path = `/${newId('hook')}`;
      answers.set(path, answer);
      return {
        url: new URL(path, receiver.url).href,
        answer: (next: () => Behaviour) => void answers.set(path, next),
        calls: (): Received[] => receiver.received.filter((call) => call.path === path),
        /** Bodies of the calls. */
        questions: (): any[] =>
          receiver.received
            .filter((call) => call.path === path)
            .map(({ body }) => JSON.parse(body)),
      };
    },
    stop: receiver.stop,
  };
}

export type HookReceiver = Awaited<ReturnType<typeof startHookReceiver>>;
