import { useEffect, useRef } from 'react';
import classes from '../response.module.css';

// The page's policy lets no text become markup but this one, which goes nowhere but into a frame without rights.
const policy = window.trustedTypes?.createPolicy('outrigger-preview', { createHTML: (html) => html });

/** A page that runs nothing and reaches nothing. */
export function SandboxedPage({ html, title }: { html: string; title: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    if (frame.current) frame.current.srcdoc = (policy?.createHTML(html) ?? html) as string;
  }, [html]);
  return <iframe ref={frame} className={classes['frame']} sandbox="" title={title} />;
}
