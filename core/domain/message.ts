/** Where a conversation takes place. */
export type Channel = 'whatsapp' | 'web';

export type MessageKind = 'text' | 'audio' | 'image' | 'document' | 'other';

export const messageBounds = { customerText: 10_000, panelText: 4_000, audioMinutes: 5 } as const;

/** What a customer sent. `text` is what was typed, a caption, or a transcript once there is one. */
export type CustomerMessage = {
  readonly id: number;
  readonly kind: MessageKind;
  readonly text: string | null;
  readonly audioSeconds: number | null;
  readonly sentAt: Date;
  readonly receivedAt: Date;
};

/** One line of a conversation, as the model is told it and the owner reads it. */
export type Line = {
  readonly author: 'customer' | 'agent' | 'owner';
  readonly text: string;
  readonly at: Date;
};
