import { VariableInput } from '../ui/variables/VariableInput.tsx';

/** The address field; a cURL command that is pasted into it is passed to `onCurl`. */
export function UrlInput(props: {
  value: string;
  onChange: (value: string) => void;
  onEnter: () => void;
  /** A cURL command was pasted. */
  onCurl: (text: string) => void;
}) {
  const { value, onChange, onEnter, onCurl } = props;
  return (
    <VariableInput
      boxed
      label="Address"
      placeholder="https://example.com or {{base}}/path"
      value={value}
      onChange={onChange}
      onPaste={(event) => {
        const text = event.clipboardData.getData('text');
        if (!/^\s*curl\s/.test(text)) return;
        event.preventDefault();
        onCurl(text);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
        // Otherwise the same key press would activate the button that a dialog focuses when it opens.
        event.preventDefault();
        onEnter();
      }}
    />
  );
}
