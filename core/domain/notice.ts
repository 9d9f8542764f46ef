/** What an owner has to know of: something went wrong, or a person waits for a person. */
export type NoticeKind = 'ai-failed' | 'handed-over' | 'robot' | 'number-lost' | 'late-messages';
