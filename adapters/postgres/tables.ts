/** Every table that the unit of work maps. The message path speaks SQL and maps none. */
export const tables = [];
