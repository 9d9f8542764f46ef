import { type CrashPlan, crash } from './crash.ts';

/** `npm run faults -- ID`: one JSON line, and a non-zero end on any breach. */
const plans: Readonly<Record<string, CrashPlan>> = {
  crash: { messages: 1_000, contacts: 200, workerKills: 30, databaseKills: 3 },
  'crash-small': { messages: 60, contacts: 20, workerKills: 4, databaseKills: 1 },
};

const plan = plans[process.argv[2] ?? ''];
if (!plan) {
  console.error(`Usage: npm run faults -- ${Object.keys(plans).join(' | ')}`);
  process.exit(2);
}

const report = await crash(plan);
console.log(JSON.stringify(report));
process.exit(report.lost + report.doubled + report.outOfOrder + report.withoutOneOutcome === 0 ? 0 : 1);
