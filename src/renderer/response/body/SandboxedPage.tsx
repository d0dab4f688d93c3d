import { useEffect, useRef } from 'react';
import classes from '../response.module.css';

// The only policy of the page that turns text into markup, and only inside of a sandboxed frame.
const policy = window.trustedTypes?.createPolicy('outrigger-preview', { createHTML: (html) => html });

/** A page without scripts and without network access. */
export function SandboxedPage({ html, title }: { html: string; title: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    if (frame.current) frame.current.srcdoc = (policy?.createHTML(html) ?? html) as string;
  }, [html]);
  return <iframe ref={frame} className={classes['frame']} sandbox="" title={title} />;
}
