// What the SDK must do in every runtime. It is bundled from the package as built.
import { createPlatform, isProblem } from '@platform/sdk';
import { InvalidToken, accessTokenVerifier, verifyWebhook } from '@platform/sdk/verify';

/** Calls the platform, verifies a token and an event. `base` forwards to the API and to the issuer. */
export async function run({ base, issuer, token, webhook, email }) {
  const platform = createPlatform({ baseUrl: base, token });
  const { id } = await platform.users.create({ email });
  const listed = [];
  for await (const user of platform.users.list({ email })) listed.push(user.id);
  await platform.users.delete(id);
  const problem = await platform.users.get(id).catch((error) => error);

  const viaBase = (url, init) => fetch(url.replace(issuer, base), init);
  const verify = accessTokenVerifier({ issuer, audience: 'product-api', fetch: viaBase });
  const { scopes } = await verify(token);
  const forged = await verify(`${token.slice(0, -4)}AAAA`).catch((error) => error);
  const event = await verifyWebhook(webhook, { secret: webhook.secret });
  return {
    isListed: listed.length === 1 && listed[0] === id,
    isGone: isProblem(problem, 'not_found'),
    isVerified: scopes.has('tenant:users.read'),
    isForgedRefused: forged instanceof InvalidToken,
    event: event.type,
  };
}
