import type { Ports } from '#core/ports/index.ts';
import { changeProfile } from './accounts/change-profile.ts';
import { logIn } from './accounts/log-in.ts';
import { logOut } from './accounts/log-out.ts';
import { ownerOfToken, profileOf } from './accounts/queries.ts';
import { register } from './accounts/register.ts';
import { changeAgent } from './agents/change-agent.ts';
import { createAgent } from './agents/create-agent.ts';
import { duplicateAgent } from './agents/duplicate-agent.ts';
import { agentStats, audioUsage, findAgent, listAgents } from './agents/queries.ts';
import { removeAgent } from './agents/remove-agent.ts';
import { setAgentOnline } from './agents/set-agent-online.ts';
import { currentPlan, listPlans } from './billing/queries.ts';
import { openVoice } from './history/open-voice.ts';
import { readHistory } from './history/queries.ts';
import { addDocument } from './knowledge/add-document.ts';
import { addKeywordFile } from './knowledge/add-keyword-file.ts';
import { deleteDocument } from './knowledge/delete-document.ts';
import { deleteKeywordFile } from './knowledge/delete-keyword-file.ts';
import { listKeywordFiles, openKeywordFile } from './knowledge/keyword-files.ts';
import { listDocuments } from './knowledge/list-documents.ts';
import { dismissNotice } from './notices/dismiss-notice.ts';
import { listNotices } from './notices/queries.ts';
import { endPause } from './pauses/end-pause.ts';
import { pauseCustomer } from './pauses/pause-customer.ts';
import { listPauses } from './pauses/queries.ts';
import { connectNumber } from './whatsapp/connect-number.ts';
import { disconnectNumber } from './whatsapp/disconnect-number.ts';
import { numberState } from './whatsapp/queries.ts';

/** What the owner's side of the product needs plugged in. */
export type OwnerPorts = Pick<
  Ports,
  | 'accounts'
  | 'agents'
  | 'clock'
  | 'documentReader'
  | 'documents'
  | 'embedder'
  | 'fileShelf'
  | 'history'
  | 'keywordFiles'
  | 'looseFiles'
  | 'notices'
  | 'numbers'
  | 'pauses'
  | 'plans'
  | 'secrets'
  | 'sessions'
  | 'signals'
  | 'stats'
  | 'subscriptions'
  | 'throttles'
  | 'transaction'
  | 'voices'
  | 'voiceShelf'
>;

export type Settings = {
  /** For owners whose area code tells no other. */
  readonly defaultTimeZone: string;
};

export type Application = ReturnType<typeof application>;

/** Everything an owner can do, composed of what is plugged in. */
export const application = (ports: OwnerPorts, { defaultTimeZone }: Settings) => ({
  register: register(ports, defaultTimeZone),
  logIn: logIn(ports),
  logOut: logOut(ports),
  ownerOfToken: ownerOfToken(ports),
  profileOf: profileOf(ports),
  changeProfile: changeProfile(ports),

  listPlans: listPlans(ports),
  currentPlan: currentPlan(ports),

  listAgents: listAgents(ports),
  findAgent: findAgent(ports),
  createAgent: createAgent(ports),
  changeAgent: changeAgent(ports),
  duplicateAgent: duplicateAgent(ports),
  setAgentOnline: setAgentOnline(ports),
  removeAgent: removeAgent(ports),
  agentStats: agentStats(ports),
  audioUsage: audioUsage(ports),

  connectNumber: connectNumber(ports),
  disconnectNumber: disconnectNumber(ports),
  numberState: numberState(ports),

  listPauses: listPauses(ports),
  pauseCustomer: pauseCustomer(ports),
  endPause: endPause(ports),

  listDocuments: listDocuments(ports),
  addDocument: addDocument(ports),
  deleteDocument: deleteDocument(ports),

  listKeywordFiles: listKeywordFiles(ports),
  addKeywordFile: addKeywordFile(ports),
  deleteKeywordFile: deleteKeywordFile(ports),
  openKeywordFile: openKeywordFile(ports),

  readHistory: readHistory(ports),
  openVoice: openVoice(ports),
  listNotices: listNotices(ports),
  dismissNotice: dismissNotice(ports),

  // The conversation's use cases that an owner calls come here; those that the workers run are assembled beside this.
});
