import { Migration } from '@mikro-orm/migrations';

/** A notice of a lost number says why: by the time it is read, the number's own row may tell of something later. */
export class NoticeProblems extends Migration {
  override up(): void {
    this.addSql('alter table notices add column problem text');
  }
}
