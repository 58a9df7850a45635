// Requests from the page. The token and the base URL are kept in variables only: they end with the page.
/** The way from the current page to the first. */
const rootOf = () => document.documentElement.dataset.root;
const sampleBaseUrl = 'https://api.example.com';
/** Below /docs/ of a gateway, the API is where the page is. */
const ownBaseUrl = new URL(rootOf(), location.href).pathname === '/docs/' ? location.origin : '';
const connection = { baseUrl: ownBaseUrl, token: '' };

/** Whether the reader has entered a token, which a page that loads would lose. */
export const hasToken = () => connection.token !== '';

function showBaseUrl() {
  for (const part of document.querySelectorAll('.base-url'))
    part.textContent = connection.baseUrl || sampleBaseUrl;
}

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes))
    if (value === true) made.setAttribute(key, '');
    else if (value !== undefined && value !== false) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

let fields = 0;
/** A labelled field. Its value is read when the request is sent. */
function field(label, control, note) {
  control.id = `field-${(fields += 1)}`;
  const name = element('label', { for: control.id }, label);
  if (note) name.append(' ', element('span', { class: 'note' }, note));
  return element('div', { class: 'field' }, name, control);
}

const plain = { autocomplete: 'off', spellcheck: 'false', autocapitalize: 'none' };

function connectionFields() {
  const baseUrl = element('input', { type: 'url', ...plain, placeholder: sampleBaseUrl });
  const token = element('input', { type: 'password', ...plain, autocomplete: 'off' });
  baseUrl.value = connection.baseUrl;
  token.value = connection.token;
  baseUrl.addEventListener('input', () => {
    connection.baseUrl = baseUrl.value.trim().replace(/\/+$/, '');
    showBaseUrl();
  });
  token.addEventListener('input', () => (connection.token = token.value.trim()));
  // Another form of the page may have changed them since.
  const refresh = () => {
    baseUrl.value = connection.baseUrl;
    token.value = connection.token;
  };
  return {
    refresh,
    views: [field('Base URL', baseUrl), field('Access token', token, 'kept in memory only')],
  };
}

function controlFor({ values, example, value }) {
  if (!values) {
    const input = element('input', { type: 'text', ...plain, placeholder: example });
    input.value = value ?? '';
    return input;
  }
  const options = values.map((one) => element('option', { selected: one === value }, String(one)));
  return element('select', {}, element('option', { value: '' }, '–'), ...options);
}

/** The request of a form. @throws an error that says what is missing */
function requestOf({ method, path, type }, parameters, body) {
  if (!connection.baseUrl) throw new Error('Enter the base URL of your API.');
  if (!connection.token) throw new Error('Enter an access token.');
  const query = new URLSearchParams();
  const headers = { authorization: `Bearer ${connection.token}` };
  let target = path;
  for (const { name, in: place, required, control } of parameters) {
    const value = control.value.trim();
    if (!value && required) throw new Error(`Enter ${name}.`);
    if (!value) continue;
    if (place === 'path') target = target.replace(`{${name}}`, () => encodeURIComponent(value));
    if (place === 'query') query.set(name, value);
    if (place === 'header') headers[name] = value;
  }
  if (body) {
    JSON.parse(body.value);
    headers['content-type'] = type;
  }
  const search = query.size > 0 ? `?${query}` : '';
  return {
    url: `${connection.baseUrl}${target}${search}`,
    init: { method, headers, credentials: 'omit', ...(body && { body: body.value }) },
  };
}

function pretty(text, type) {
  if (!/json/.test(type)) return text;
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}

const codeIn = (text) => {
  try {
    return JSON.parse(text).code;
  } catch {
    return undefined;
  }
};

async function responseView(response, since) {
  const text = await response.text();
  const status = element(
    'span',
    { class: `status s${String(response.status)[0]}` },
    response.status,
  );
  const id = response.headers.get('x-request-id');
  const line = element(
    'p',
    { class: 'response-line' },
    status,
    ` ${Math.round(performance.now() - since)} ms`,
  );
  if (id) line.append(' · ', element('code', {}, id));
  const views = [line];
  const code = response.ok ? undefined : codeIn(text);
  if (code)
    views.push(
      element(
        'p',
        {},
        element(
          'a',
          { href: `${rootOf()}reference/errors.html#${code}` },
          `What to do about ${code}`,
        ),
      ),
    );
  if (text)
    views.push(
      element('pre', { tabindex: '0' }, pretty(text, response.headers.get('content-type') ?? '')),
    );
  return views;
}

const messageOf = (error) => {
  if (error instanceof SyntaxError) return `The body is not JSON: ${error.message}`;
  if (error instanceof TypeError)
    return `The request failed. ${connection.baseUrl === location.origin ? 'Is the API running?' : `Does the API allow requests from ${location.origin}? Its gateway lists origins in platform.gateway.cors.allowed-origins.`}`;
  return error.message;
};

function requestForm(request) {
  const parameters = request.parameters.map((one) => ({ ...one, control: controlFor(one) }));
  const body = request.body === undefined ? undefined : element('textarea', { rows: 8, ...plain });
  if (body) body.value = JSON.stringify(request.body, undefined, 2);
  const { views, refresh } = connectionFields();
  const send = element(
    'button',
    { type: 'submit', class: request.method === 'DELETE' ? 'danger' : '' },
    `Send ${request.method} request`,
  );
  const result = element('div', { class: 'result', 'aria-live': 'polite' });
  const form = element(
    'form',
    { class: 'request', novalidate: true },
    ...views,
    ...parameters.map(({ name, required, control }) =>
      field(name, control, required ? 'required' : ''),
    ),
    ...(body ? [field('Body', body, 'JSON')] : []),
    send,
    result,
  );
  form.addEventListener('focusin', refresh);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (send.disabled) return;
    send.disabled = true;
    const since = performance.now();
    try {
      const { url, init } = requestOf(request, parameters, body);
      result.replaceChildren(...(await responseView(await fetch(url, init), since)));
    } catch (error) {
      result.replaceChildren(element('p', { class: 'failure' }, messageOf(error)));
    } finally {
      send.disabled = false;
    }
  });
  return form;
}

/** A form behind each `Try it`. */
export function prepareRequests() {
  showBaseUrl();
  for (const box of document.querySelectorAll('.try')) {
    const button = box.querySelector('.try-open');
    let form;
    button.addEventListener('click', () => {
      form ??= box.appendChild(requestForm(JSON.parse(box.querySelector('script').textContent)));
      const isOpen = button.getAttribute('aria-expanded') !== 'true';
      button.setAttribute('aria-expanded', String(isOpen));
      form.hidden = !isOpen;
    });
  }
}
