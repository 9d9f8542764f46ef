/** Brazil's clocks by the places people know. */
export const timeZones: Readonly<Record<string, string>> = {
  'America/Sao_Paulo': 'Brasília (Sul, Sudeste, Goiás)',
  'America/Bahia': 'Brasília (Bahia)',
  'America/Recife': 'Brasília (Pernambuco)',
  'America/Fortaleza': 'Brasília (Ceará, Rio Grande do Norte, Paraíba, Piauí, Maranhão)',
  'America/Maceio': 'Brasília (Alagoas, Sergipe)',
  'America/Belem': 'Brasília (Pará, Amapá)',
  'America/Araguaina': 'Brasília (Tocantins)',
  'America/Cuiaba': 'Mato Grosso',
  'America/Campo_Grande': 'Mato Grosso do Sul',
  'America/Manaus': 'Amazonas',
  'America/Porto_Velho': 'Rondônia',
  'America/Boa_Vista': 'Roraima',
  'America/Rio_Branco': 'Acre',
  'America/Noronha': 'Fernando de Noronha',
};
