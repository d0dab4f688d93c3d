/** Reads one output stream of a program: in lines while it runs, and as a whole afterwards. */
import type { Readable } from 'node:stream';
import { lineSplitter } from './line-splitter.ts';
import { createDecoder } from './output-decoder.ts';

export interface CollectOptions {
  /** As iconv-lite names it. */
  encoding: string;
  /** Bytes that are read; `onTooMuch` hears of more. */
  maxBytes: number;
  onLines: (text: string) => void;
  onTooMuch: () => void;
  /** Hears the bytes, within the limit, as they come. */
  onBytes?: (bytes: Buffer) => void;
}

export interface CollectedOutput {
  /** Reports the last line, which may have no end. To be called once, when the stream has ended. */
  end(): void;
  /** The whole output, decoded at each call. */
  text(): string;
}

export function collectOutput(stream: Readable, options: CollectOptions): CollectedOutput {
  const { encoding, maxBytes, onLines, onTooMuch, onBytes } = options;
  // As bytes: most callers never ask for the whole text.
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
