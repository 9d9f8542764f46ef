import { TypedContainerModule } from '@inversifyjs/strongly-typed';
import type { Ports } from '#core/ports/index.ts';
import type { TransactionStores } from '#core/ports/transaction.ts';
import { postgresAccounts, type Vault } from './accounts.ts';
import { postgresAgents } from './agents.ts';
import { type DeviceVault, postgresDevices } from './devices.ts';
import { postgresDocuments } from './documents.ts';
import { postgresHistory } from './history.ts';
import { postgresHousekeeping } from './housekeeping.ts';
import { postgresKeywordFiles } from './keyword-files.ts';
import { postgresLooseFiles } from './loose-files.ts';
import type { MessagePath } from './message-path.ts';
import { postgresNotices } from './notices.ts';
import { postgresNumbers } from './numbers.ts';
import type { Database } from './orm.ts';
import { keepsPassages } from './passages.ts';
import { postgresPauses } from './pauses.ts';
import { postgresPlans } from './plans.ts';
import type { Session } from './session.ts';
import { postgresSessions } from './sessions.ts';
import { postgresStats } from './stats.ts';
import { postgresSubscriptions } from './subscriptions.ts';
import { postgresThrottles } from './throttles.ts';
import { postgresTransaction } from './transaction.ts';

export type Vaults = { readonly taxIds: Vault; readonly devices: DeviceVault };

/** Every store of the product, on one database. */
export const postgres = ({ orm, pool }: Database, vaults: Vaults, path: MessagePath) =>
  new TypedContainerModule<Ports>(({ bind }) => {
    const fresh: Session = () => orm.em.fork();
    const storesIn = (session: Session): TransactionStores => ({
      accounts: postgresAccounts(session, vaults.taxIds),
      agents: postgresAgents(session),
      documents: postgresDocuments(session),
      keywordFiles: postgresKeywordFiles(session),
      looseFiles: postgresLooseFiles(session),
      passages: keepsPassages(session),
      plans: postgresPlans(session),
      subscriptions: postgresSubscriptions(session),
    });
    const { accounts, agents, documents, looseFiles, plans, subscriptions } = storesIn(fresh);
    bind('accounts').toConstantValue(accounts);
    bind('agents').toConstantValue(agents);
    bind('documents').toConstantValue(documents);
    bind('keywordFiles').toConstantValue(path.keywordFiles);
    bind('looseFiles').toConstantValue(looseFiles);
    bind('plans').toConstantValue(plans);
    bind('subscriptions').toConstantValue(subscriptions);
    bind('transaction').toConstantValue(postgresTransaction(fresh, storesIn));
    bind('devices').toConstantValue(postgresDevices(pool, vaults.devices));
    bind('housekeeping').toConstantValue(postgresHousekeeping(pool));
    bind('history').toConstantValue(postgresHistory(pool));
    bind('notices').toConstantValue(postgresNotices(pool));
    bind('numbers').toConstantValue(postgresNumbers(pool));
    bind('pauses').toConstantValue(postgresPauses(pool));
    bind('sessions').toConstantValue(postgresSessions(pool));
    bind('stats').toConstantValue(postgresStats(pool));
    bind('throttles').toConstantValue(postgresThrottles(pool));
    bind('backlog').toConstantValue(path.backlog);
    bind('buckets').toConstantValue(path.buckets);
    bind('conversations').toConstantValue(path.conversations);
    bind('gateway').toConstantValue(path.gateway);
    bind('outbox').toConstantValue(path.outbox);
    bind('passages').toConstantValue(path.passages);
    bind('signals').toConstantValue(path.signals);
    bind('pictures').toConstantValue(path.pictures);
    bind('voices').toConstantValue(path.voices);
  });
