import { newId } from '@platform/kit/ids';
import type { HookCommandBody, PropertyName } from '@platform/contracts';
import { startReceiver } from '@platform/testkit/receiver';
import type { Behaviour, Received } from '@platform/testkit/receiver';

/** The properties of a hub that can call local hooks. */
export const hookProperties: Partial<Record<PropertyName, string>> = {
  'platform.webhooks.allow-insecure-http': 'true',
  'platform.webhooks.allowed-internal-hosts': 'localhost',
};

/** A response with these commands. */
export const commands = (...given: HookCommandBody[]): Behaviour => ({
  body: JSON.stringify({ commands: given }),
});

/** Starts a receiver of inline hooks, which has a URL and a response for each hook. */
export async function startHookReceiver() {
  const answers = new Map<string, () => Behaviour>();
  const receiver = await startReceiver(({ path }) => answers.get(path)?.() ?? {});
  return {
    /** Adds a hook and returns its URL. `answer` returns the response to each call. Default: 200 without a body. */
    hook(answer: () => Behaviour = () => ({})) {
      const path = `/${newId('hook')}`;
      answers.set(path, answer);
      return {
        url: new URL(path, receiver.url).href,
        answer: (next: () => Behaviour) => void answers.set(path, next),
        calls: (): Received[] => receiver.received.filter((call) => call.path === path),
        /** Returns the bodies of the calls. */
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
