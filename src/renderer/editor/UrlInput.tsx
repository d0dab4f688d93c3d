import { TextInput, Tooltip } from '@mantine/core';
import { useRef, useState } from 'react';
import { useFrom } from '../context/app-context.ts';
import type { VisibleVariable } from '../collection/visible-variable.ts';
import classes from './request-editor.module.css';

const PIECES = /(\{\{[^{}]*\}\})/;

/** The address, with its variables in colour; what they stand for is shown on hover. */
export function UrlInput(props: {
  value: string;
  onChange: (value: string) => void;
  onEnter: () => void;
  /** A cURL command was pasted. */
  onCurl: (text: string) => void;
}) {
  const { value, onChange, onEnter, onCurl } = props;
  const variables = useFrom('requests', (state) => state.variables);
  const mirror = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState(false);
  const names = [...new Set([...value.matchAll(/\{\{([^{}]*)\}\}/g)].map(([, name = '']) => name.trim()))];
  const label = names.map((name) => `${name} = ${describeVariable(name, variables)}`).join('\n');
  return (
    <Tooltip
      label={label}
      disabled={names.length === 0 || focused}
      multiline
      maw={560}
      openDelay={300}
      position="bottom-start"
    >
      <div className={classes['url']}>
        <div ref={mirror} className={classes['mirror']} aria-hidden>
          {value.split(PIECES).map((piece, index) =>
            index % 2 ? (
              <b key={index} data-known={isKnown(piece.slice(2, -2).trim(), variables)}>
                {piece}
              </b>
            ) : (
              <span key={index}>{piece}</span>
            ),
          )}
        </div>
        <TextInput
          size="xs"
          aria-label="Address"
          placeholder="https://example.com or {{base}}/path"
          spellCheck={false}
          autoComplete="off"
          value={value}
          onFocus={() => setFocused(true)}
          onBlur={() => setFocused(false)}
          onScroll={(event) => {
            if (mirror.current) mirror.current.scrollLeft = event.currentTarget.scrollLeft;
          }}
          onPaste={(event) => {
            const text = event.clipboardData.getData('text');
            if (!/^\s*curl\s/.test(text)) return;
            event.preventDefault();
            onCurl(text);
          }}
          onChange={(event) => onChange(event.currentTarget.value)}
          onKeyDown={(event) => event.key === 'Enter' && !event.ctrlKey && !event.metaKey && onEnter()}
        />
      </div>
    </Tooltip>
  );
}

export const isKnown = (name: string, variables: readonly VisibleVariable[]): boolean =>
  name.startsWith('$') || /^SWE\d{3}$/.test(name) || variables.some((one) => one.name === name);

function describeVariable(name: string, variables: readonly VisibleVariable[]): string {
  if (name.startsWith('$')) return 'made anew for each send';
  const found = variables.find((one) => one.name === name);
  if (!found) return 'has no value';
  return found.secret ? `(secret, ${found.scope})` : `${found.value} (${found.scope})`;
}
