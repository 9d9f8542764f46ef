import { type Account, isEmail, nameMax, refusePassword } from '#core/domain/account.ts';
import { type Phone, parseBrazilianPhone, timeZoneOf } from '#core/domain/phone.ts';
import { defaultTrialPlanId } from '#core/domain/plan.ts';
import type { Field, Refusal } from '#core/domain/refusal.ts';
import { done, type Result, refused } from '#core/domain/result.ts';
import { newTrial } from '#core/domain/subscription.ts';
import { parseTaxId, type TaxId } from '#core/domain/tax-id.ts';
import type { Ports } from '#core/ports/index.ts';

export type Registration = {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly password: string;
  readonly cpf: string | undefined;
  readonly taxId: string | undefined;
  readonly planId: number | undefined;
};

type Needs = Pick<Ports, 'clock' | 'plans' | 'secrets' | 'throttles' | 'transaction'>;

/** Who registers is on trial at once, on the plan they came for. `address` is where the visitor comes from. */
export const register =
  ({ clock, plans, secrets, throttles, transaction }: Needs, defaultTimeZone: string) =>
  async (address: string, registration: Registration): Promise<Result<Account, Refusal>> => {
    const now = clock.now();
    const checked = check(registration, secrets.isCommonPassword);
    if (!checked.ok) return checked;
    const plan = await plans.find(registration.planId ?? defaultTrialPlanId);
    if (!plan) return invalid('planId', 'invalid');
    const retryAfterSeconds = await throttles.take('registerByAddress', address, now);
    if (retryAfterSeconds > 0) return refused({ kind: 'too-many-attempts', retryAfterSeconds });
    const { phone } = checked.value;
    const account = {
      ...checked.value,
      passwordHash: await secrets.hashPassword(registration.password),
      timeZone: timeZoneOf(phone, defaultTimeZone),
      createdAt: now,
    };
    return transaction(null, async ({ accounts, subscriptions }) => {
      const added = await accounts.add(account);
      if (typeof added === 'string') return refused({ kind: added });
      await subscriptions.put(added.id, newTrial(plan, now));
      return done(added);
    });
  };

type Checked = {
  readonly name: string;
  readonly email: string;
  readonly phone: Phone;
  readonly taxId: TaxId;
};

const check = (
  { name, email, phone: typedPhone, password, cpf, taxId: typedTaxId }: Registration,
  isCommon: (password: string) => boolean,
): Result<Checked, Refusal> => {
  const phone = parseBrazilianPhone(typedPhone);
  const documents = [cpf, typedTaxId].filter((typed) => typed !== undefined && typed !== '');
  const [taxId, again] = documents.map((typed) => parseTaxId(typed ?? ''));
  if (name === '') return invalid('name', 'missing');
  if (name.length > nameMax)
    return refused({ kind: 'invalid-field', field: 'name', problem: 'too-long', max: nameMax });
  if (documents.length === 0) return invalid('taxId', 'missing');
  if (!taxId || again === null) return invalid('taxId', 'invalid');
  if (again && again !== taxId) return refused({ kind: 'tax-ids-differ' });
  if (email === '') return invalid('email', 'missing');
  if (!isEmail(email)) return invalid('email', 'invalid');
  if (typedPhone === '') return invalid('phone', 'missing');
  if (!phone) return invalid('phone', 'invalid');
  if (password === '') return invalid('password', 'missing');
  const weak = refusePassword(password, { name, email, phone }, isCommon);
  return weak ? refused(weak) : done({ name, email, phone, taxId });
};

const invalid = (field: Field, problem: 'missing' | 'invalid') =>
  refused({ kind: 'invalid-field', field, problem } as const);
