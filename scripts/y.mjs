import path from 'node:path'; import { build } from 'vite'; import {writeFileSync} from 'node:fs';
const root=process.argv[2];
const r=await build({configFile:false,logLevel:'error',define:{'process.env.NODE_ENV':'"production"'},build:{write:false,minify:false,target:'es2023',lib:{entry:path.join(root,'src/sandbox/boot.ts'),formats:['iife'],name:'__part'}}});
const code=r[0].output[0].code;
writeFileSync(process.argv[3],`(function () { 'use strict';\n${code}\nreturn typeof __part === 'undefined' ? undefined : __part; })()`);
