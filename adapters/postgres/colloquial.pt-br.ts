/** How people write in a hurry, folded. */
export const longForms: Readonly<Record<string, string>> = {
  vc: 'voce',
  vcs: 'voces',
  ce: 'voce',
  ces: 'voces',
  qto: 'quanto',
  qnto: 'quanto',
  qt: 'quanto',
  qts: 'quantos',
  qtos: 'quantos',
  qntos: 'quantos',
  qdo: 'quando',
  qnd: 'quando',
  qq: 'qualquer',
  ql: 'qual',
  oq: 'que',
  pq: 'porque',
  hj: 'hoje',
  amnh: 'amanha',
  td: 'tudo',
  tds: 'todos',
  tb: 'tambem',
  tbm: 'tambem',
  mt: 'muito',
  mto: 'muito',
  n: 'nao',
  nn: 'nao',
  ñ: 'nao',
  eh: 'e',
  pra: 'para',
  pro: 'para',
  fds: 'fim semana',
  seg: 'segunda',
  ter: 'terca',
  qua: 'quarta',
  qui: 'quinta',
  sex: 'sexta',
  sab: 'sabado',
  dom: 'domingo',
  tel: 'telefone',
  cel: 'celular',
  zap: 'whatsapp',
  whats: 'whatsapp',
  wpp: 'whatsapp',
  end: 'endereco',
  pgto: 'pagamento',
  pagto: 'pagamento',
  aniver: 'aniversario',
  niver: 'aniversario',
  refri: 'refrigerante',
  cerva: 'cerveja',
  prof: 'professor',
  vet: 'veterinario',
  dr: 'doutor',
  dra: 'doutora',
  min: 'minutos',
  hr: 'hora',
  hrs: 'horas',
  kilo: 'quilo',
  kg: 'quilo',
  mes: 'mensal',
  net: 'internet',
};

/** Words that stand in any question, folded: they count for little. */
export const ordinary: ReadonlySet<string> = new Set(
  `a o as os um uma uns umas de do da dos das em no na nos nas ao aos por pelo pela pelos pelas para com sem e ou mas se que q
  quem qual quais quando como onde aonde quanto quanta quantos quantas porque este esta esse essa isso isto aquele aquela aquilo
  eu tu ele ela voce voces eles elas me te lhe meu minha meus minhas seu sua seus suas dele dela deles nosso nossa mim comigo
  ser sou era estar estou to ta tao tava tem tenho temos ter tinha haver ha houve foi vai vou vao ir iria fica ficam
  fazer faz fazem faco fazendo posso pode podem poderia consigo consegue conseguem dar deu quero queria quer querem
  gostaria gosto preciso precisa precisava saber sabe dizer diz fala falar informa informar informacao informacoes duvida pergunta
  perguntar tipo coisa ai la ali ca ja ainda mais menos muito muita so tambem bem bom boa oi ola oie opa dia tarde noite favor pfv pf
  gentileza obrigado obrigada obg moco moca amigo amiga querido querida gente ne entao olha hoje agora amanha ate cada mesmo mesma
  outro outra todo toda todos todas tudo algum alguma alguem nao sim ok certo senhor senhora algo sobre voceis daqui aqui ver
  r rs manda mandar mande envia enviar passa passar mostra mostrar possivel existe qualquer rola mano cara tenha seria sera esse essa queremos vamos posso devo era meio pois tarde`.split(
    /\s+/,
  ),
);

export type Mark = '$' | '@';

/** Words that ask for a price or for a time, folded: what they ask for is marked wherever it stands. */
export const asksFor: Readonly<Record<Mark, ReadonlySet<string>>> = {
  $: new Set(
    'quanto preco precos valor valores custa custam custo cobra cobram tabela reais caro barato'.split(' '),
  ),
  '@': new Set(
    'hora horas horario horarios abre abrem abrir aberto aberta abertos fecha fecham fechado funciona funcionam funcionamento expediente'.split(
      ' ',
    ),
  ),
};

/** Words that mean one thing to a customer, folded. */
export const sameThing: readonly (readonly string[])[] = [
  ['cachorro', 'cachorra', 'cao', 'caes', 'cadela', 'dog', 'canino', 'filhote'],
  ['gato', 'gata', 'felino'],
  ['pet', 'animal', 'bicho', 'bichinho', 'cachorro', 'gato', 'cao'],
  ['infantil', 'crianca', 'filho', 'filha', 'menino', 'menina', 'kids', 'bebe'],
  ['masculino', 'homem', 'marido', 'namorado'],
  ['feminino', 'mulher', 'esposa'],
  ['wifi', 'internet'],
  ['bicicleta', 'bike'],
  ['horario', 'horas', 'funcionamento', 'abre', 'aberto', 'abrimos', 'fecha', 'fechamos', 'expediente'],
  ['entrega', 'entregar', 'delivery', 'frete', 'motoboy'],
  ['telefone', 'fone', 'celular', 'whatsapp', 'ligar'],
  ['endereco', 'localizacao', 'localizado', 'rua', 'avenida', 'fica'],
  ['estacionamento', 'estacionar', 'garagem', 'vaga'],
  ['emergencia', 'urgencia', 'plantao'],
  ['convenio', 'plano'],
  ['acessibilidade', 'rampa', 'cadeirante'],
  ['doutor', 'doutora', 'dentista', 'medico', 'medica'],
  ['gratis', 'gratuito', 'gratuita', 'cortesia'],
  ['parcelar', 'parcela', 'parcelado', 'vezes', 'prestacao'],
  ['pagamento', 'pagar', 'pix', 'cartao', 'dinheiro'],
  ['desmarcar', 'cancelar', 'cancelamento'],
  ['remarcar', 'reagendar', 'reagendamento', 'trocar'],
  ['agendar', 'agendamento', 'marcar', 'reservar', 'reserva', 'marcacao'],
  ['atraso', 'atrasar', 'tolerancia', 'atrasado'],
  ['desconto', 'promocao', 'abatimento'],
  ['demora', 'prazo', 'duracao', 'tempo', 'dura'],
  ['garantia', 'conserto', 'reparo'],
  ['devolver', 'devolucao', 'troca', 'reembolso', 'estorno'],
  ['pintar', 'coloracao', 'tintura', 'tingir'],
  ['extracao', 'extrair', 'arrancar'],
  ['aparelho', 'ortodontia', 'ortodontico'],
  ['vegetariano', 'vegano', 'vegana', 'carne'],
  ['almoco', 'almocar'],
  ['comprovante', 'recibo', 'nota'],
  ['carro', 'veiculo', 'automovel'],
  ['idoso', 'idosa', 'terceira'],
  ['matricula', 'inscricao', 'matricular'],
  ['hospedagem', 'hospedar', 'hotel', 'hotelzinho'],
];
