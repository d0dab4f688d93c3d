/** Keeps the page when something is dropped where nothing takes it: a browser would open the file instead of the page. */

export function keepPageOnDrop(page: EventTarget): void {
  const refuse = (event: Event) => {
    const { dataTransfer, target, defaultPrevented } = event as DragEvent;
    if (!dataTransfer || defaultPrevented || !opensPage(dataTransfer, target as Element | null)) return;
    event.preventDefault();
    dataTransfer.dropEffect = 'none';
  };
  page.addEventListener('dragover', refuse);
  page.addEventListener('drop', refuse);
}

/** A browser opens files and links; a link that is dropped on a text field is its text. */
const opensPage = ({ types }: DataTransfer, target: Element | null): boolean =>
  types.includes('Files') ||
  (types.includes('text/uri-list') && !target?.closest?.('input, textarea, [contenteditable="true"]'));
