// Passkeys: the one thing of a login that needs a script. Options arrive as JSON, as WebAuthn Level 3 writes them.
const bytes = (text) =>
  Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0));
const text = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');
const named = (list = []) => list.map((one) => ({ ...one, id: bytes(one.id) }));

function parsed({ publicKey, ...bare }) {
  const options = publicKey ?? bare;
  const { challenge, user, allowCredentials, excludeCredentials } = options;
  return {
    ...options,
    challenge: bytes(challenge),
    ...(user && { user: { ...user, id: bytes(user.id) } }),
    ...(allowCredentials && { allowCredentials: named(allowCredentials) }),
    ...(excludeCredentials && { excludeCredentials: named(excludeCredentials) }),
  };
}

function written({ id, rawId, type, authenticatorAttachment, response, ...rest }) {
  const fields = [
    'clientDataJSON',
    'attestationObject',
    'authenticatorData',
    'signature',
    'userHandle',
  ];
  const body = {};
  for (const name of fields) if (response[name]) body[name] = text(response[name]);
  if (response.getTransports) body.transports = response.getTransports();
  return {
    id,
    rawId: text(rawId),
    type,
    authenticatorAttachment,
    response: body,
    clientExtensionResults: {},
    ...rest,
  };
}

const form = document.querySelector('[data-passkey]');
const { kind } = form.dataset;
const publicKey = parsed(JSON.parse(form.dataset.passkey));

async function ask(more = {}) {
  const credential =
    kind === 'create'
      ? await navigator.credentials.create({ publicKey })
      : await navigator.credentials.get({ publicKey, ...more });
  form.elements.response.value = JSON.stringify(written(credential));
  form.submit();
}

if (kind === 'autofill') {
  const offers = globalThis.PublicKeyCredential?.isConditionalMediationAvailable;
  if (await offers?.call(PublicKeyCredential))
    ask({ mediation: 'conditional' }).catch(() => undefined);
} else {
  const button = form.querySelector('[data-passkey-start]');
  const note = form.querySelector('.passkey-error');
  button.addEventListener('click', async () => {
    note.hidden = true;
    button.setAttribute('data-busy', '');
    // A prompt that was closed is no error of the login: the page waits for another try.
    await ask().catch(() => {
      note.hidden = false;
      button.removeAttribute('data-busy');
    });
  });
}
