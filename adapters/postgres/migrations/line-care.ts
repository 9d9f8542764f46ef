import { Migration } from '@mikro-orm/migrations';

export class LineCare extends Migration {
  override up(): void {
    // Not to be opened before; 'infinity' where nobody knows, null where nothing is in the way.
    this.addSql('alter table numbers add column halted_until timestamptz');
    // The gateway processes alive, among whom the numbers are shared.
    this.addSql('create table gateways (id text primary key, lease_until timestamptz not null)');
  }
}
