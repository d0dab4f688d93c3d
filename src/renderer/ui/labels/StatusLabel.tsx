import { visibleText } from '../../../contract/visible-text.ts';
import { statusClass } from './status-class.ts';
import shared from '../shared.module.css';

/**
 * The status of an HTTP response in the colour of its class: 2xx green, 3xx blue, 4xx orange, 5xx red. Every view
 * that names a status uses this. Null means that no response arrived.
 */
export function StatusLabel(props: { status: number | null; statusText?: string; testId?: string }) {
  const { status, statusText = '', testId } = props;
  return (
    <span className={shared['httpStatus']} data-class={statusClass(status)} data-testid={testId}>
      {status === null ? 'No response' : visibleText(`${status} ${statusText}`.trim())}
    </span>
  );
}
