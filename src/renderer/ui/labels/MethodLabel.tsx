import { visibleText } from '../../../contract/visible-text.ts';
import { methodText } from './method-text.ts';
import classes from './method-label.module.css';

/** An HTTP method in its colour and in at most five letters; any other method is grey. */
export function MethodLabel({ method }: { method: string }) {
  const name = method.toUpperCase();
  const text = methodText(name);
  return (
    <b className={classes['method']} data-method={name} {...(text === name ? {} : { title: visibleText(name) })}>
      {visibleText(text)}
    </b>
  );
}
