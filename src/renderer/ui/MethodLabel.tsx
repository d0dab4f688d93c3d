import classes from './method-label.module.css';

/** Methods with a colour, and the letters that are shown for each. */
const known: Record<string, string> = {
  GET: 'GET',
  POST: 'POST',
  PUT: 'PUT',
  PATCH: 'PATCH',
  DELETE: 'DEL',
  HEAD: 'HEAD',
  OPTIONS: 'OPT',
};
const MAX_LETTERS = 5;

/** An HTTP method in its colour and in at most five letters; any other method is grey. */
export function MethodLabel({ method }: { method: string }) {
  const name = method.toUpperCase();
  const text = known[name] ?? name.slice(0, MAX_LETTERS);
  return (
    <b className={classes['method']} data-method={name} {...(text === name ? {} : { title: name })}>
      {text}
    </b>
  );
}
