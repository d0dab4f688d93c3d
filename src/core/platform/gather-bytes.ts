/** Collects the parts of a body that a stranger sends. */

/** A smaller part is copied: the object for a part takes more memory than a few bytes. */
const SMALL = 4096;
/** So many parts are stored as they come, because most bodies have few. */
const FEW = 16;
const BLOCK_BYTES = 64 * 1024;

export interface GatheredBytes {
  add(bytes: Buffer): void;
  /** All parts together. */
  end(): Buffer;
  /** Forgets the parts. */
  clear(): void;
}

const EMPTY = Buffer.alloc(0);

/** Takes little more memory than the bytes themselves, into however many parts a sender has divided them. */
export function gatherBytes(): GatheredBytes {
  let parts: Buffer[] = [];
  /** Receives small parts; its first `used` bytes are not among `parts` yet. */
  let block: Buffer = EMPTY;
  let usedBytes = 0;
  const closeBlock = () => {
    if (usedBytes === 0) return;
    parts.push(block.subarray(0, usedBytes));
    block = block.subarray(usedBytes);
    usedBytes = 0;
  };
  return {
    add(bytes) {
      if (bytes.length >= SMALL || (usedBytes === 0 && parts.length < FEW)) {
        closeBlock();
        parts.push(bytes);
        return;
      }
      if (block.length - usedBytes < bytes.length) {
        closeBlock();
        block = Buffer.allocUnsafeSlow(BLOCK_BYTES);
      }
      usedBytes += bytes.copy(block, usedBytes);
    },
    end() {
      closeBlock();
      const [only] = parts;
      return only && parts.length === 1 ? only : Buffer.concat(parts);
    },
    clear() {
      parts = [];
      block = EMPTY;
      usedBytes = 0;
    },
  };
}
