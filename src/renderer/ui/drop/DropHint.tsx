import classes from './drop.module.css';

/** Covers an element while something that it imports is dragged over it. */
export function DropHint() {
  return <div className={classes['dropHint']}>Drop to import</div>;
}
