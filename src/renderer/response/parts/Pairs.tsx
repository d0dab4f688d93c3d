import { visibleText } from '../../../contract/visible-text.ts';
import classes from '../response.module.css';

/** Headers or cookies, one on each line. */
export function Pairs({ pairs }: { pairs: { name: string; value: string }[] }) {
  return (
    <dl className={classes['pairs']}>
      {pairs.map(({ name, value }, index) => (
        <div key={index}>
          <dt>{visibleText(name)}</dt>
          <dd>{visibleText(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** `Set-Cookie` headers as name and value, with the attributes after the value. */
export function cookiePairs(cookies: readonly string[]): { name: string; value: string }[] {
  return cookies.map((text) => {
    const [pair = '', ...attributes] = text.split(';');
    const [name = '', ...value] = pair.split('=');
    return {
      name: name.trim(),
      value: [value.join('='), ...attributes.map((attribute) => attribute.trim())].join(' · '),
    };
  });
}
