export const bucketCount = 64;

/** Which worker answers which accounts: an account's conversations carry one of 64 buckets, leased to workers. */
export interface BucketStore {
  /** Renews this worker's leases and evens them out among the workers alive. Answers the buckets held now. */
  hold(workerId: string, leaseMs: number): Promise<readonly number[]>;
  letGo(workerId: string): Promise<void>;
}
