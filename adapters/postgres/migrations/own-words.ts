import { Migration } from '@mikro-orm/migrations';

/** An owner may word how the agent says that it does not know; empty for the usual words. */
export class OwnWords extends Migration {
  override up(): void {
    this.addSql(`alter table agents add column dont_know_text text not null default ''`);
  }
}
