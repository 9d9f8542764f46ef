/**
 * zod would try whether it may compile code, and the page's policy would report the attempt.
 * Has to run before the first schema is made, so it is imported first.
 */
const owner = globalThis as { __zod_globalConfig?: { jitless?: boolean } };
owner.__zod_globalConfig = { ...owner.__zod_globalConfig, jitless: true };

export {};
