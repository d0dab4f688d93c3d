/** Records in which fields somebody has typed, so that a page that has to be loaded again can offer these texts. */
const typedFields = new WeakSet<EventTarget>();
const FIELDS = '[role="dialog"] :is(input:not([type="checkbox"], [type="radio"], [type="file"]), textarea)';

export function recordTyping(): void {
  document.addEventListener('input', ({ target }) => target && typedFields.add(target), { capture: true });
}

/** The texts in the fields of open dialogs in which somebody has typed, with the names of the fields. */
export function textsInDialogs(): { name: string; text: string }[] {
  return [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(FIELDS)]
    .filter((field) => typedFields.has(field) && field.value !== '')
    .map((field) => ({ name: nameOf(field), text: field.value }));
}

function nameOf(field: HTMLInputElement | HTMLTextAreaElement): string {
  const title = field.closest('[role="dialog"]')?.querySelector('h2')?.textContent;
  const label = field.ariaLabel ?? field.labels?.[0]?.textContent ?? field.placeholder;
  return [title, label].filter(Boolean).join(': ');
}
