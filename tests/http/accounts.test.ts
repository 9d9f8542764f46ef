import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accounts } from '#adapters/http/contract/accounts.ts';
import { plans } from '#adapters/http/contract/plans.ts';
import { day, hour, minute } from '#core/domain/time.ts';
import { newCpf, newPhone, newRegistration, openWorld, type World } from '#tests/support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

describe('registering', () => {
  it('answers the new account and says nothing of its password', async () => {
    const registration = newRegistration();
    const { status, json } = await world.visitor().ask(accounts.register, registration);
    expect(status).toBe(201);
    expect(json).toEqual({ id: expect.any(Number), nome: 'Beatriz Souza', email: registration.email });
  });

  it('takes what the form of the specification sends', async () => {
    const cpf = newCpf();
    const { status } = await world.visitor().send('POST', '/api/auth/register', {
      body: {
        ...{
          nome: 'João',
          email: `joao${cpf}@oficina.com.br`,
          telefone: newPhone(),
          senha: 'chave de fenda',
        },
        ...{ cpf, cnpj_cpf: cpf, extra: 'ignored' },
      },
    });
    expect(status).toBe(201);
  });

  it.each([
    ['without a name', { name: '' }, 'Preencha todos os campos obrigatórios.'],
    ['with a blank name', { name: ' \n ' }, 'Preencha todos os campos obrigatórios.'],
    ['with a name of 121 characters', { name: 'a'.repeat(121) }, 'Nome: no máximo 120 caracteres.'],
    ['without an e-mail', { email: '' }, 'Preencha todos os campos obrigatórios.'],
    ['with half an e-mail', { email: 'bia@padaria' }, 'E-mail inválido.'],
    ['without a phone', { phone: '' }, 'Preencha todos os campos obrigatórios.'],
    ['with a phone of nine digits', { phone: '987654321' }, 'Telefone inválido. Informe o DDD e o número.'],
    ['with a phone abroad', { phone: '+14155552671' }, 'Telefone inválido. Informe o DDD e o número.'],
    ['without a document', { cpf: '', taxId: '' }, 'Preencha todos os campos obrigatórios.'],
    ['with a wrong check digit', { cpf: '52998224726', taxId: '52998224726' }, 'CPF/CNPJ inválido'],
    ['with one digit eleven times', { cpf: '11111111111', taxId: '11111111111' }, 'CPF/CNPJ inválido'],
    ['with two documents', { cpf: '52998224725', taxId: '11144477735' }, 'CPF/CNPJ inválido'],
    ['with one good document of two', { cpf: 'x', taxId: '52998224725' }, 'CPF/CNPJ inválido'],
    ['without a password', { password: '' }, 'Preencha todos os campos obrigatórios.'],
    ['with seven characters', { password: 'p4d4r1!' }, 'A senha precisa ter pelo menos 8 caracteres.'],
    ['with 129 characters', { password: 'pã'.repeat(65) }, 'Senha: no máximo 128 caracteres.'],
    ['with a common password', { password: 'Password1' }, 'Essa senha é muito comum. Escolha outra.'],
    [
      'with the own name as password',
      { password: 'beatriz souza' },
      'A senha não pode ser o seu nome, e-mail ou telefone.',
    ],
    ['on a plan there is not', { planId: 99 }, 'Plano inválido.'],
  ])('is refused %s', async (_, change, message) => {
    const visitor = world.visitor();
    expect(await visitor.hears(accounts.register, { ...newRegistration(), ...change })).toEqual({
      status: 422,
      message,
    });
  });

  it('names the field that is wrong as the form calls it', async () => {
    const { json } = await world.visitor().ask(accounts.register, { ...newRegistration(), email: 'bia' });
    expect(json).toEqual({
      ...{ message: 'E-mail inválido.', error: 'E-mail inválido.', code: 'invalid-field' },
      ...{ details: [{ campo: 'email', mensagem: 'E-mail inválido.' }], id: expect.any(String) },
    });
  });

  it('takes an alphanumeric CNPJ', async () => {
    const owner = await world.owner({ cpf: '12.ABC.345/01DE-35', taxId: '12abc34501de35' });
    expect((await owner.gets(accounts.profile, {})).taxId).toBe('12ABC34501DE35');
  });

  it.each([
    ['the e-mail in other letters', 'E-mail já cadastrado.', 'email'],
    ['the document with punctuation', 'CPF/CNPJ já cadastrado.', 'taxId'],
    ['the phone without its ninth digit', 'Telefone já cadastrado.', 'phone'],
  ] as const)('is refused when somebody has %s', async (_, message, what) => {
    const { registration: first } = await world.owner();
    const twins = {
      email: { email: first.email.toUpperCase() },
      taxId: { cpf: undefined, taxId: punctuated(first.taxId ?? '') },
      phone: { phone: `55${first.phone.slice(0, 2)}${first.phone.slice(3)}` },
    };
    const { cpf, ...others } = { ...newRegistration(), ...twins[what] };
    const again = { ...others, ...(cpf !== undefined && { cpf }) };
    expect(await world.visitor().hears(accounts.register, again)).toEqual({ status: 409, message });
  });

  it('makes one account of fifty that come at once with one document', async () => {
    const cpf = newCpf();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        world.visitor().ask(accounts.register, { ...newRegistration(), cpf, taxId: cpf }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(49);
  });

  it('is let through twenty times an hour from one address, counting only what is valid', async () => {
    const visitor = world.visitor();
    for (let tried = 0; tried < 5; tried++) await visitor.ask(accounts.register, wrong());
    for (let tried = 0; tried < 20; tried++) {
      expect((await visitor.ask(accounts.register, newRegistration())).status).toBe(201);
    }
    const refused = await visitor.ask(accounts.register, newRegistration());
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('Retry-After'))).toBe(3_600);
    expect(refused.json.message).toBe('Muitas tentativas. Tente de novo em 60 minutos.');
    world.clock.pass(hour);
    expect((await visitor.ask(accounts.register, newRegistration())).status).toBe(201);
  });

  it('starts a trial of the chosen plan, seven times 24 hours long', async () => {
    const owner = await world.owner({ planId: 3 });
    const plan = await owner.gets(plans.current, {});
    expect(plan).toMatchObject({ name: 'Premium', status: 'trial', active: true });
    expect(plan.endsAt).toEqual(new Date(world.clock.now().getTime() + 7 * day));
  });

  it.each([
    ['11', 'America/Sao_Paulo'],
    ['92', 'America/Manaus'],
    ['65', 'America/Cuiaba'],
    ['68', 'America/Rio_Branco'],
  ])('takes the time zone of the area code %s', async (areaCode, zone) => {
    const owner = await world.owner({ phone: areaCode + newPhone().slice(2) });
    expect((await owner.gets(accounts.profile, {})).timeZone).toBe(zone);
  });
});

describe('logging in', () => {
  it('answers a token and whose it is', async () => {
    const { registration } = await world.owner();
    const { status, json } = await world.visitor().send('POST', '/api/auth/login', {
      body: { email: registration.email.toUpperCase(), senha: registration.password },
    });
    expect(status).toBe(200);
    expect(json).toEqual({
      token: expect.stringMatching(/^ses_[\w-]{43}$/),
      user: { id: expect.any(Number), nome: 'Beatriz Souza', email: registration.email },
    });
  });

  it('says the same of a wrong e-mail and of a wrong password', async () => {
    const { registration } = await world.owner();
    const wrongPassword = { email: registration.email, password: 'pão frio às sete' };
    const wrongEmail = { email: newRegistration().email, password: registration.password };
    const spoken = { status: 401, message: 'E-mail ou senha inválidos.' };
    expect(await world.visitor().hears(accounts.logIn, wrongPassword)).toEqual(spoken);
    expect(await world.visitor().hears(accounts.logIn, wrongEmail)).toEqual(spoken);
  });

  it('takes a password exactly as it was typed', async () => {
    const password = '  espaços contam  ';
    const { registration } = await world.owner({ password });
    expect(
      (await world.visitor().ask(accounts.logIn, { ...registration, password: password.trim() })).status,
    ).toBe(401);
  });

  it.each([{ email: '' }, { password: '' }])('needs both fields: %j', async (change) => {
    const asked = { email: 'bia@padaria.com.br', password: 'pão quente', ...change };
    expect((await world.visitor().ask(accounts.logIn, asked)).status).toBe(422);
  });

  it('makes whoever fails ten times with one e-mail wait, longer each time', async () => {
    const { registration } = await world.owner();
    const wrongly = () => world.visitor().ask(accounts.logIn, { ...registration, password: 'adivinhando' });
    for (let failed = 0; failed < 10; failed++) expect((await wrongly()).status).toBe(401);
    const refused = await wrongly();
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '30']);
    world.clock.pass(30_000);
    expect((await wrongly()).status).toBe(401);
    expect((await wrongly()).headers.get('Retry-After')).toBe('60');
  });

  it('waits for its owner too, but forgets the failures once they are in', async () => {
    const { registration } = await world.owner();
    const wrongly = () => world.visitor().ask(accounts.logIn, { ...registration, password: 'adivinhando' });
    for (let failed = 0; failed < 9; failed++) await wrongly();
    expect((await world.visitor().ask(accounts.logIn, registration)).status).toBe(200);
    for (let failed = 0; failed < 10; failed++) expect((await wrongly()).status).toBe(401);
    expect((await world.visitor().ask(accounts.logIn, registration)).status).toBe(429);
    world.clock.pass(15 * minute);
    expect((await world.visitor().ask(accounts.logIn, registration)).status).toBe(200);
  });

  it('counts guesses that come at once one by one', async () => {
    const { registration } = await world.owner();
    const guesses = Array.from({ length: 40 }, (_, guess) =>
      world.visitor().ask(accounts.logIn, { ...registration, password: `palpite número ${guess}` }),
    );
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(30);
  });

  it('lets fifty strangers of one address fail and no more, while who gets in is not counted', async () => {
    const { registration } = await world.owner();
    const office = world.visitor();
    for (let entered = 0; entered < 5; entered++) {
      expect((await office.ask(accounts.logIn, registration)).status).toBe(200);
    }
    const stranger = () =>
      office.ask(accounts.logIn, { email: newRegistration().email, password: 'qualquer coisa' });
    for (let failed = 0; failed < 50; failed++) expect((await stranger()).status).toBe(401);
    expect((await stranger()).status).toBe(429);
  });
});

describe('a session', () => {
  it('lasts thirty days from its last use', async () => {
    const owner = await world.owner();
    world.clock.pass(29 * day);
    expect((await owner.ask(accounts.profile, {})).status).toBe(200);
    world.clock.pass(29 * day);
    expect((await owner.ask(accounts.profile, {})).status).toBe(200);
    world.clock.pass(30 * day);
    expect((await owner.ask(accounts.profile, {})).status).toBe(401);
  });

  it('ends at logout, and another of the same owner goes on', async () => {
    const owner = await world.owner();
    const { token } = await world.visitor().gets(accounts.logIn, owner.registration);
    expect(await owner.ask(accounts.logOut, {})).toMatchObject({ status: 204, text: '' });
    expect((await owner.ask(accounts.profile, {})).status).toBe(401);
    const other = { headers: { Authorization: `Bearer ${token}` } };
    expect((await world.visitor().send('GET', '/api/auth/perfil', other)).status).toBe(200);
  });

  it.each(['', 'Bearer', 'Bearer null', 'Bearer ses_', `Bearer ${'a'.repeat(47)}`, 'Basic YTpi'])(
    'is not there with %j',
    async (authorization) => {
      const answer = await world
        .visitor()
        .send('GET', '/api/auth/perfil', { headers: { Authorization: authorization } });
      expect(answer).toMatchObject({ status: 401, json: { code: 'not-signed-in' } });
    },
  );

  it('is kept only as a hash', async () => {
    const { token } = await world.owner();
    const kept = await world.pool.query('select token_hash from sessions');
    expect(kept.rows.map((row) => row.token_hash)).not.toContain(token);
    expect(JSON.stringify(kept.rows)).not.toContain(token.slice(4));
  });
});

describe('the profile', () => {
  it('shows what was registered', async () => {
    const owner = await world.owner();
    const { status, json } = await owner.send('GET', '/api/auth/perfil');
    expect([status, json]).toEqual([
      200,
      {
        nome: 'Beatriz Souza',
        telefone: `55${owner.registration.phone}`,
        email: owner.registration.email,
        cpf_cnpj: owner.registration.cpf,
        fuso_horario: 'America/Sao_Paulo',
      },
    ]);
  });

  it('changes name, phone and time zone, and nothing else', async () => {
    const owner = await world.owner();
    const telefone = newPhone();
    const { status, json } = await owner.send('PUT', '/api/auth/perfil', {
      body: {
        ...{ nome: ' Bia ', telefone, fuso_horario: 'America/Manaus' },
        ...{ email: 'outra@padaria.com.br', cpf_cnpj: newCpf(), id: 1 },
      },
    });
    expect(status).toBe(200);
    expect(json).toMatchObject({
      ...{ nome: 'Bia', telefone: `55${telefone}`, fuso_horario: 'America/Manaus' },
      ...{ email: owner.registration.email, cpf_cnpj: owner.registration.cpf },
    });
  });

  it('keeps the time zone when none is given', async () => {
    const owner = await world.owner({ phone: `92${newPhone().slice(2)}` });
    const changed = await owner.gets(accounts.changeProfile, { name: 'Bia', phone: newPhone() });
    expect(changed.timeZone).toBe('America/Manaus');
  });

  it.each([
    ['a blank name', { name: ' ' }, 'Preencha todos os campos obrigatórios.'],
    ['no phone', { phone: '' }, 'Preencha todos os campos obrigatórios.'],
    ['half a phone', { phone: '11 9876' }, 'Telefone inválido. Informe o DDD e o número.'],
    ['a time zone of nowhere', { timeZone: 'Lua/Mar' }, 'Fuso horário inválido.'],
  ])('is refused with %s', async (_, change, message) => {
    const owner = await world.owner();
    const asked = { name: 'Bia', phone: newPhone(), ...change };
    expect(await owner.hears(accounts.changeProfile, asked)).toEqual({ status: 422, message });
  });

  it("does not take another owner's phone", async () => {
    const [one, other] = [await world.owner(), await world.owner()];
    const asked = { name: 'Bia', phone: other.registration.phone };
    expect(await one.hears(accounts.changeProfile, asked)).toEqual({
      status: 409,
      message: 'Telefone já cadastrado.',
    });
  });
});

// Helpers

const wrong = () => ({ ...newRegistration(), email: 'bia' });

const punctuated = (cpf: string) => cpf.replace(/(...)(...)(...)(..)/, '$1.$2.$3-$4');
