import ReactMarkdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import shared from '../shared.module.css';

/** Longer texts are shown as they were written: parsing them would stop the window. */
const MAX_LENGTH = 200_000;

const components: Components = {
  a: ({ href, children }) =>
    href && /^(https?:|mailto:)/i.test(href) ? (
      <a href={href} target="_blank" rel="noopener noreferrer">
        {children}
      </a>
    ) : (
      <span>{children}</span>
    ),
  // Loading a picture would tell its server that and when the text was read.
  img: ({ src, alt }) => (
    <span className={shared['blockedImage']} title={typeof src === 'string' ? src : undefined}>
      Image not loaded: {alt || (typeof src === 'string' ? src : '')}
    </span>
  ),
};

/** A text of a stranger as Markdown (GitHub's kind). HTML in it is shown as text; images are named, not loaded. */
export function Markdown({ text }: { text: string }) {
  if (text.length > MAX_LENGTH) return <pre className={shared['markdown']}>{text}</pre>;
  return (
    <div className={shared['markdown']}>
      <ReactMarkdown remarkPlugins={[remarkGfm]} components={components}>
        {text}
      </ReactMarkdown>
    </div>
  );
}
