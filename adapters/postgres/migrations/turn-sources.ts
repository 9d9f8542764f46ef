import { Migration } from '@mikro-orm/migrations';

/** An answer says which passages of the owner's documents it was given. */
export class TurnSources extends Migration {
  override up(): void {
    this.addSql('alter table turns add column sources jsonb');
  }
}
