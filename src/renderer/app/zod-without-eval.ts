/** zod would compile its checks with `new Function`, which the page's policy refuses. Imported before any schema. */
import * as z from 'zod';

z.config({ jitless: true });
