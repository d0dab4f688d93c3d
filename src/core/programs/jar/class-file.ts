/** Reads the parts of a Java class file (JVM specification, chapter 4) that are needed to list its public methods. */
import type { JarMethod } from '../../../contract/scripts/programs.ts';
import { shortTypeName } from './param-types.ts';

export interface ClassFile {
  className: string;
  isEnum: boolean;
  /** Whether the class has a public constructor without parameters. */
  canBeCreated: boolean;
  /** The public methods of a public class. */
  methods: JarMethod[];
}

const PUBLIC = 0x0001;
const STATIC = 0x0008;
const ABSTRACT = 0x0400;
const SYNTHETIC = 0x1000;
const ENUM = 0x4000;
/** Bytes after the tag of each constant; Utf8 (1) has its own length, Long and Double (5, 6) take two indexes. */
const constantSizes: Record<number, number> = {
  3: 4,
  4: 4,
  5: 8,
  6: 8,
  7: 2,
  8: 2,
  9: 4,
  10: 4,
  11: 4,
  12: 4,
  15: 3,
  16: 2,
  17: 4,
  18: 4,
  19: 2,
  20: 2,
};
const primitives: Record<string, string> = {
  B: 'byte',
  C: 'char',
  D: 'double',
  F: 'float',
  I: 'int',
  J: 'long',
  S: 'short',
  V: 'void',
  Z: 'boolean',
};

/** Undefined for a file that is not a class file, or contains an unknown kind of constant. */
export function readClass(bytes: Uint8Array): ClassFile | undefined {
  try {
    return read(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), bytes);
  } catch {
    return undefined;
  }
}

function read(view: DataView, bytes: Uint8Array): ClassFile | undefined {
  if (view.getUint32(0) !== 0xcafebabe) return undefined;
  let offset = 8;
  const u2 = () => view.getUint16((offset += 2) - 2);
  const texts = new Map<number, string>();
  const classNames = new Map<number, number>();
  const count = u2();
  for (let index = 1; index < count; index++) {
    const tag = view.getUint8(offset++);
    if (tag === 1) {
      const length = u2();
      texts.set(index, new TextDecoder().decode(bytes.subarray(offset, (offset += length))));
      continue;
    }
    const size = constantSizes[tag];
    if (size === undefined) return undefined;
    if (tag === 7) classNames.set(index, view.getUint16(offset));
    if (tag === 5 || tag === 6) index++;
    offset += size;
  }
  const access = u2();
  const className = (texts.get(classNames.get(u2()) ?? 0) ?? '').replaceAll('/', '.');
  offset += 2; // Skips the superclass.
  const interfaces = u2();
  offset += interfaces * 2;
  const skipAttributes = () => {
    for (let remaining = u2(); remaining > 0; remaining--) offset += 6 + view.getUint32(offset + 2);
  };
  for (let fields = u2(); fields > 0; fields--) {
    offset += 6;
    skipAttributes();
  }
  const methods: JarMethod[] = [];
  let canBeCreated = false;
  for (let remaining = u2(); remaining > 0; remaining--) {
    const flags = u2();
    const name = texts.get(u2()) ?? '';
    const descriptor = texts.get(u2()) ?? '';
    skipAttributes();
    if (name === '<init>' && descriptor === '()V') canBeCreated = !(access & ABSTRACT);
    if (!(access & PUBLIC) || !(flags & PUBLIC) || flags & SYNTHETIC || name.startsWith('<')) continue;
    const { parameters, returns } = readDescriptor(descriptor);
    methods.push({ className, method: name, paramTypes: parameters, returns, isStatic: Boolean(flags & STATIC) });
  }
  return { className, isEnum: Boolean(access & ENUM), canBeCreated, methods };
}

/** Parses `(Ljava/lang/String;[I)V` into String, int[]; void. */
function readDescriptor(descriptor: string): { parameters: string[]; returns: string } {
  const [inner = '', returns = ''] = descriptor.slice(1).split(')');
  return {
    // Sticky: what is not a descriptor ends the list, and is not searched.
    parameters: [...inner.matchAll(/\[*(L[^;]+;|[BCDFIJSZ])/gy)].map(([type]) => typeName(type)),
    returns: typeName(returns),
  };
}

function typeName(type: string): string {
  if (type.startsWith('[')) return `${typeName(type.slice(1))}[]`;
  if (!type.startsWith('L')) return primitives[type] ?? type;
  return shortTypeName(type.slice(1, -1).replaceAll('/', '.'));
}
