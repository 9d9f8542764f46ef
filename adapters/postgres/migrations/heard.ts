import { Migration } from '@mikro-orm/migrations';

/** Voice messages are heard: what their file is fetched with, what they count for, when that ended, where it is kept. */
export class Heard extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}

const statements = [
  `alter table messages
     add column media bytea,
     add column counted_in date,
     add column heard_at timestamptz,
     add column audio_key text`,
  'create index messages_with_media on messages (received_at) where media is not null',
  'create index messages_being_heard on messages (account_id, id) where counted_in is not null and heard_at is null',
  'create index messages_played on messages (heard_at) where audio_key is not null',
];
