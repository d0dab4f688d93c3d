import path from 'node:path'; import { build } from 'vite'; import {readFileSync} from 'node:fs';
const root=process.argv[2]; const pure=process.argv[3]!=='nopure';
const loaded=['commander','cross-spawn','env-paths','fastest-levenshtein','iconv-lite','p-limit','p-retry','csv-parse-modern','strip-json-comments','tough-cookie','undici','which','write-file-atomic','yaml','zod'];
const ext=Object.keys(JSON.parse(readFileSync(root+'/package.json')).dependencies).filter(d=>!loaded.includes(d));
await build({ configFile:false, root, logLevel:'warn', ssr:{ noExternal:true , target:'node'},
 build:{ ssr: 'src/cli/index.ts', emptyOutDir:false, outDir: path.join(root,'out/main'), minify:false, target:'node24', rolldownOptions:{ external:(id)=>ext.some(e=>id===e||id.startsWith(e+'/')), treeshake: pure?{manualPureFunctions:['z']}:true, output:{ format:'cjs', entryFileNames:'cli.cjs', chunkFileNames:'cli/[name].cjs'} } } });
