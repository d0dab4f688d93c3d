import ReactMarkdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import shared from '../shared.module.css';

/** Longer texts are shown unformatted, because parsing them would block the window. */
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
  // Loading a picture would tell its server that the text was read, and when.
  img: ({ src, alt }) => (
    <span className={shared['blockedImage']} title={typeof src === 'string' ? src : undefined}>
      Image not loaded: {alt || (typeof src === 'string' ? src : '')}
    </span>
  ),
};

/** A stranger's text as GitHub-flavoured Markdown. HTML in it is shown as text; pictures are shown by name. */
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
