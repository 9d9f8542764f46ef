import * as z from 'zod/mini';
import { contract } from './contract.ts';
import { nothing, secretText, shortText, smallId } from './values.ts';
import { wire } from './wire.ts';

const profile = wire({
  nome: ['name', z.string()],
  telefone: ['phone', z.string()],
  email: ['email', z.string()],
  cpf_cnpj: ['taxId', z.string()],
  fuso_horario: ['timeZone', z.string()],
});

export const accounts = {
  register: contract({
    method: 'POST',
    path: '/auth/register',
    who: 'anyone',
    input: wire({
      nome: ['name', shortText],
      email: ['email', shortText],
      telefone: ['phone', shortText],
      senha: ['password', secretText],
      cpf: ['cpf', z.optional(shortText)],
      cnpj_cpf: ['taxId', z.optional(shortText)],
      plano_id: ['planId', z.optional(smallId)],
    }),
    answer: wire({ id: ['id', z.int()], nome: ['name', z.string()], email: ['email', z.string()] }),
    status: 201,
  }),
  logIn: contract({
    method: 'POST',
    path: '/auth/login',
    who: 'anyone',
    input: wire({ email: ['email', shortText], senha: ['password', secretText] }),
    answer: wire({
      token: ['token', z.string()],
      user: ['user', wire({ id: ['id', z.int()], nome: ['name', z.string()], email: ['email', z.string()] })],
    }),
  }),
  logOut: contract({
    method: 'POST',
    path: '/auth/logout',
    who: 'owner',
    input: wire({}),
    answer: nothing,
    status: 204,
  }),
  profile: contract({ method: 'GET', path: '/auth/perfil', who: 'owner', input: wire({}), answer: profile }),
  changeProfile: contract({
    method: 'PUT',
    path: '/auth/perfil',
    who: 'owner',
    input: wire({
      nome: ['name', shortText],
      telefone: ['phone', shortText],
      fuso_horario: ['timeZone', z.optional(shortText)],
    }),
    answer: profile,
  }),
};
