/** Reads one output stream of a program: by line while it runs, and as a whole afterwards. */
import type { Readable } from 'node:stream';
import { lineSplitter } from './line-splitter.ts';
import { createDecoder } from './output-decoder.ts';

export interface CollectOptions {
  /** An encoding name of iconv-lite. */
  encoding: string;
  /** The limit of bytes; `onTooMuch` is called beyond it. */
  maxBytes: number;
  onLines: (text: string) => void;
  onTooMuch: () => void;
  /** Receives the bytes, within the limit, as they come. */
  onBytes?: (bytes: Buffer) => void;
}

export interface CollectedOutput {
  /** Reports the last line, which may lack a line end. To be called once, when the stream has ended. */
  end(): void;
  /** The whole output, decoded at each call. */
  text(): string;
}

export function collectOutput(stream: Readable, options: CollectOptions): CollectedOutput {
  const { encoding, maxBytes, onLines, onTooMuch, onBytes } = options;
  // Stored as bytes, because most callers never ask for the text.
  const chunks: Buffer[] = [];
  let bytes = 0;
  const decoder = createDecoder(encoding);
  const lines = lineSplitter(onLines);
  stream.on('data', (chunk: Buffer) => {
    const part = chunk.subarray(0, Math.max(0, maxBytes - bytes));
    bytes += chunk.length;
    if (part.length > 0) {
      chunks.push(part);
      onBytes?.(part);
      lines.push(decoder.write(part));
    }
    if (bytes > maxBytes) onTooMuch();
  });
  return {
    end() {
      lines.push(decoder.end());
      lines.end();
    },
    text() {
      const whole = createDecoder(encoding);
      return whole.write(Buffer.concat(chunks)) + whole.end();
    },
  };
}
