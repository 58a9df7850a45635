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

for (const input of document.querySelectorAll('[data-code-length]')) {
  const length = Number(input.dataset.codeLength);
  input.addEventListener('input', () => {
    const digits = input.value.replace(/\D/g, '').slice(0, length);
    if (digits !== input.value) input.value = digits;
    if (digits.length === length) input.form?.requestSubmit();
  });
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

// A page that comes back from the browser's cache may be sent again.
addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return;
  for (const form of document.forms) delete form.dataset.sent;
  for (const button of document.querySelectorAll('[data-busy]')) {
    button.removeAttribute('data-busy');
    button.removeAttribute('aria-disabled');
  }
});
