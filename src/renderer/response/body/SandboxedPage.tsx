import { useEffect, useRef } from 'react';
import { showHint } from '../../ui/messages/notify.ts';
import { withoutNavigation } from './without-navigation.ts';
import classes from '../response.module.css';

// The only policy of the page that turns text into markup, and only inside of a sandboxed frame.
const policy = window.trustedTypes?.createPolicy('outrigger-preview', { createHTML: (html) => html });

/** A page without scripts and without network access. Its links lead nowhere. */
export function SandboxedPage({ html, title }: { html: string; title: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  /** Whether the frame shows the page, so that a further load is that of another page. */
  const isShown = useRef(false);
  const show = () => {
    if (!frame.current) return;
    const page = withoutNavigation(html);
    isShown.current = false;
    frame.current.srcdoc = (policy?.createHTML(page) ?? page) as string;
  };
  const onLoad = () => {
    // The empty page of a new frame.
    if (!frame.current?.srcdoc) return;
    if (isShown.current) {
      show();
      showHint('A preview does not open links.');
    } else {
      isShown.current = true;
    }
  };
  useEffect(show, [html]);
  return <iframe ref={frame} className={classes['frame']} sandbox="" title={title} onLoad={onLoad} />;
}
