// Pages work without it: this shows passwords, sends full codes and holds back second clicks.
const busyAfterMs = 300;

for (const toggle of document.querySelectorAll('[data-reveal]')) {
  const input = document.getElementById(toggle.dataset.reveal);
  toggle.hidden = false;
  toggle.addEventListener('click', () => {
    const isShown = input.type === 'text';
    input.type = isShown ? 'password' : 'text';
    toggle.setAttribute('aria-pressed', String(!isShown));
    input.focus();
  });
}

// Digits of other keyboards, and a code within the line that was pasted with it.
const codeIn = (text, length) => {
  const plain = text
    .normalize('NFKC')
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => digit.charCodeAt(0) & 15);
  const alone = plain.match(`(?:^|\\D)(\\d{${length}})(?!\\d)`)?.[1];
  return (alone ?? plain.replace(/\D/g, '')).slice(0, length);
};

for (const input of document.querySelectorAll('[data-code-length]')) {
  const length = Number(input.dataset.codeLength);
  input.addEventListener('input', ({ isComposing }) => {
    if (isComposing) return;
    const digits = codeIn(input.value, length);
    if (digits !== input.value) input.value = digits;
    if (digits.length === length) input.form?.requestSubmit();
  });
}

// An address that needs two lines breaks before its domain.
for (const who of document.querySelectorAll('.who')) {
  const at = who.textContent.lastIndexOf('@');
  if (at > 0) who.firstChild.splitText(at).before(document.createElement('wbr'));
}

for (const button of document.querySelectorAll('[data-copy]')) {
  const codes = [...document.getElementById(button.dataset.copy).children];
  const label = button.querySelector('span');
  button.hidden = !navigator.clipboard;
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(codes.map((code) => code.textContent).join('\n'));
    label.textContent = button.dataset.done;
  });
}

for (const button of document.querySelectorAll('[data-print]')) {
  button.hidden = false;
  button.addEventListener('click', () => print());
}

for (const form of document.forms) {
  form.addEventListener('submit', (event) => {
    if (form.dataset.sent) {
      event.preventDefault();
      return;
    }
    form.dataset.sent = 'yes';
    const button = event.submitter ?? form.querySelector('.button.primary');
    setTimeout(() => {
      button?.setAttribute('aria-disabled', 'true');
      button?.setAttribute('data-busy', '');
    }, busyAfterMs);
  });
}

// Continues without a click, unless the person has navigated back to the page.
const [{ type: arrival } = {}] = performance.getEntriesByType('navigation');
if (arrival !== 'back_forward') document.querySelector('[data-submit]')?.requestSubmit();

// A page that comes back from the browser's cache may be sent again.
addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return;
  for (const form of document.forms) delete form.dataset.sent;
  for (const button of document.querySelectorAll('[data-busy]')) {
    button.removeAttribute('data-busy');
    button.removeAttribute('aria-disabled');
  }
});
