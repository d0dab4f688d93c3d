/** zod would compile its schemas with `new Function`, which the page's policy forbids. Imported before any schema. */
import * as z from 'zod';

z.config({ jitless: true });
