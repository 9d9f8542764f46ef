/** The bucket cannot be used. The message says why and holds no secret. */
export class ShelfOutOfReach extends Error {}
