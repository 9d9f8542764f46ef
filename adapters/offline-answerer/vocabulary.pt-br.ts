/** Words, folded, that carry nothing to look for: in a question they are passed over. */
export const passedOver = new Set(
  `a o as os um uma uns umas de do da dos das em no na nos nas ao aos por pelo pela pelos pelas pra pro pras pros para com sem
  e ou mas se que q quem qual quais quando como onde aonde quanto quanta quantos porque pq este esta esse essa isso isto aquele aquela
  eu tu ele ela nos voces voce vc vcs ce ces eles elas me te lhe meu minha meus minhas seu sua seus suas deles nosso nossa
  ser sou e eh sao era estar esta estao estou to ta tao tava tem tenho temos ter tinha haver ha houve foi vai vou vao ir
  fazer faz fazem faco fazendo feito posso pode podem poderia consigo consegue conseguem da dao dar deu quero queria quer querem gostaria gosto preciso precisa
  saber sabe dizer diz fala falar falem informa informar informacao informacoes duvida pergunta perguntar passa passar manda mandar mande envia enviar diga diz
  oferecem oferece trabalham trabalha possuem possui existe tipo tipos coisa opcao opcoes aqui ai la ali ca ja ainda mais menos muito muita so tambem tb bem bom boa
  atende atendem atender atendimento comeca comecam termina terminam levar trazer entrar comprar usar forma formas jeito maneira atendemos aceitamos fazemos vendemos trabalhamos oferecemos realizamos possuimos aceita aceitam aceito aceitar vende vendem vender realiza realizam realizar sai saindo fica ficam ficar ficaria seria
  loja salao padaria clinica petshop estabelecimento lugar espaco empresa negocio unidade casa servico servicos produto produtos
  ola oi oie bom dia tarde noite favor pfv pf gentileza obrigado obrigada moco moca amigo amiga querido querida gente ne entao olha
  cliente clientes hoje agora amanha partir ate cada mesmo mesma outro outra todo toda todos todas algum alguma nao sim
  r rs reais real preciso algo sobre quais meio mim comigo ver vem vir voce ok certo senhor senhora sr sra pessoa pessoas`
    .split(/\s+/)
    .filter(Boolean),
);

/** How people write in a hurry. */
export const longForms: Readonly<Record<string, string>> = {
  qto: 'quanto',
  qnto: 'quanto',
  qt: 'quanto',
  qts: 'quantos',
  qdo: 'quando',
  qnd: 'quando',
  oq: 'que',
  sab: 'sabado',
  dom: 'domingo',
  hj: 'hoje',
  amnh: 'amanha',
  tel: 'telefone',
  cel: 'telefone',
  zap: 'whatsapp',
  zapzap: 'whatsapp',
  whats: 'whatsapp',
  wpp: 'whatsapp',
  end: 'endereco',
  pgto: 'pagamento',
  pagto: 'pagamento',
  hr: 'hora',
  hrs: 'horas',
  presso: 'preco',
  presco: 'preco',
  fds: 'fim de semana',
  bjs: 'tchau',
};

/** Words that mean one thing to a customer. The first of each group stands for all. */
export const sameThing: readonly (readonly string[])[] = [
  ['cachorro', 'cachorra', 'cachorrinho', 'cao', 'cadela', 'dog', 'doguinho', 'canino'],
  ['gato', 'gata', 'gatinho', 'gatinha', 'felino', 'felina'],
  ['pet', 'animal', 'bichinho', 'bicho'],
  ['infantil', 'crianca', 'filho', 'filha', 'menino', 'menina', 'kids'],
  ['masculino', 'homem', 'rapaz', 'marido', 'namorado'],
  ['feminino', 'mulher', 'esposa'],
  ['wifi', 'internet', 'wi fi'],
  ['entrega', 'entregar', 'delivery', 'frete', 'entregue'],
  ['telefone', 'fone', 'celular', 'numero', 'whatsapp', 'contato', 'ligar'],
  ['endereco', 'localizacao', 'localizado', 'ficamos', 'estamos'],
  ['estacionamento', 'estacionar', 'estaciono', 'garagem'],
  ['veterinario', 'veterinaria', 'vet'],
  ['emergencia', 'urgencia'],
  ['convenio', 'plano'],
  ['acessibilidade', 'acessivel', 'acesso', 'rampa'],
  ['doutor', 'doutora', 'dr', 'dra', 'dentista', 'medico', 'medica'],
  ['manicure', 'unha'],
  ['encomenda', 'encomendar'],
  ['gratis', 'gratuito', 'gratuita', 'free'],
  ['parcelar', 'parcela', 'parcelam', 'parcelamos', 'parcelado'],
  ['buscar', 'busca', 'buscam', 'buscamos'],
  ['corte', 'cortar'],
  ['extracao', 'extrair', 'arrancar', 'tirar'],
  ['limpeza', 'limpar'],
  ['clareamento', 'clarear'],
  ['coloracao', 'colorir', 'pintar', 'tingir', 'tintura'],
  ['depilacao', 'depilar'],
  ['hospedagem', 'hospedar', 'hotel', 'hotelzinho'],
  ['vacina', 'vacinar', 'vacinacao'],
  ['castracao', 'castrar'],
];

export type TopicName =
  | 'price'
  | 'hours'
  | 'parking'
  | 'booking'
  | 'delivery'
  | 'payment'
  | 'phone'
  | 'address';

export type Topic = {
  readonly name: TopicName;
  /** Words of a question, folded, that ask for it. */
  readonly asks: readonly string[];
  /** What a line of the owner's text looks like, folded, that tells it. */
  readonly tells: RegExp;
  readonly opening: string;
};

/** In the order in which they win when a question has words of several. */
export const topics: readonly Topic[] = [
  {
    name: 'price',
    asks: [
      'quanto',
      'preco',
      'precos',
      'valor',
      'valores',
      'custa',
      'custam',
      'custo',
      'cobra',
      'cobram',
      'tabela',
    ],
    tells:
      /r\$ ?\d|\d+ reais|\bgratis\b|\bgratuit[oa]s?\b|\bsem custo\b|\bcortesia\b|\borcamento\b|\bsob consulta\b|\ba combinar\b/,
    opening: 'Sobre o valor:',
  },
  {
    name: 'booking',
    asks: [
      'agendar',
      'agenda',
      'agendamento',
      'agendo',
      'marcar',
      'marco',
      'reservar',
      'remarcar',
      'desmarcar',
    ],
    tells:
      /\bagend|\bmarca(r|d|cao|mos)|\breserva(r|s|mos)\b|\breserve|^reserva\b|\b(sua|uma|fazer|com) reserva\b|\bhora marcada/,
    opening: 'Sobre agendamento:',
  },
  {
    name: 'hours',
    asks: [
      ...[
        'horario',
        'horarios',
        'abrimos',
        'funcionamos',
        'fechamos',
        'hora',
        'horas',
        'abre',
        'abrem',
        'abrir',
        'aberto',
        'aberta',
        'abertos',
        'abertas',
      ],
      ...[
        'fecha',
        'fecham',
        'fechar',
        'fechado',
        'funciona',
        'funcionam',
        'funcionamento',
        'expediente',
        'plantao',
      ],
    ],
    tells:
      /\b\d{1,2} ?(h|hs|hrs|horas)(\d\d)?\b|\b\d{1,2}:\d\d\b|\babert|\babr(e|imos|em)\b|\bfech|\bnao atendemos a?o?s? ?(sab|dom|feri)/,
    opening: 'Sobre o horário:',
  },
  {
    name: 'parking',
    asks: ['estacionamento', 'estacionar', 'estaciono', 'garagem', 'manobrista'],
    tells: /\bestacion|\bmanobrist|\bgarage|\bzona azul/,
    opening: 'Sobre estacionamento:',
  },
  {
    name: 'delivery',
    asks: ['entrega', 'entregam', 'entregar', 'delivery', 'frete', 'ifood', 'motoboy'],
    tells: /\bentreg|\bdelivery|\bfrete|\bifood|\bmotoboy/,
    opening: 'Sobre entrega:',
  },
  {
    name: 'payment',
    asks: ['pagamento', 'pagamentos', 'pagar', 'pago', 'paga', 'parcela', 'parcelam', 'parcelar'],
    tells: /\bpix\b|\bcartao|\bcartoes|\bcredito|\bdebito|\bdinheiro|\bboleto|\bparcel|\bvale\b|\ba vista\b/,
    opening: 'Sobre o pagamento:',
  },
  {
    name: 'phone',
    asks: ['telefone', 'fone', 'celular', 'contato', 'whatsapp', 'ligar', 'numero'],
    tells: /\(?\d{2}\)? ?9?\d{4}[- ]?\d{4}\b/,
    opening: 'Nosso contato:',
  },
  {
    name: 'address',
    asks: ['endereco', 'localizacao', 'localizado', 'localizada', 'onde', 'aonde', 'chegar', 'chego'],
    tells:
      /\b(rua|r\.|av\.?|avenida|praca|travessa|alameda|rodovia|estrada|largo|ladeira|quadra|shopping|galeria|cep)(?!\p{L})[^\d]{0,80}\d/u,
    opening: 'Nosso endereço:',
  },
];

/** Ways to ask that no single word shows. */
export const turnsOfPhrase: readonly (readonly [asked: RegExp, topic: TopicName | null])[] = [
  [/\bquanto tempo\b/, null],
  [
    /\b(tem|teria|tera|ha) (algum |alguma )?(horario|vaga|hora) (pra|para|hoje|amanha|livre|disponivel|vago|na|no)/,
    'booking',
  ],
  [/\b(fazer|faco|faz|quero|queria|uma) (uma )?reservas?\b/, 'booking'],
  [/\b(agendar|marcar|reservar|agendo|marco)\b/, 'booking'],
  [/\b(que|q|ate que|qual|quais) (hora|horas|horario|horarios)\b/, 'hours'],
];

/** What fills a heading over prices, and tells nothing of which service. */
export const plainHeadings = new Set([
  'preco',
  'valor',
  'tabela',
  'lista',
  'cardapio',
  'menu',
  'nosso',
  'cento',
]);

export const dayNames: readonly RegExp[] = [
  /^domingos?$|^dom$/,
  /^segundas?$|^seg$/,
  /^tercas?$|^ter$/,
  /^quartas?$|^qua$/,
  /^quintas?$|^qui$/,
  /^sextas?$|^sex$/,
  /^sabados?$|^sab$/,
  /^feriados?$|^fer$/,
];

/** Spans of days that have a name: the days as 0 for Sunday to 6 for Saturday. */
export const daySpans: readonly (readonly [RegExp, readonly number[]])[] = [
  [/\btodos os dias\b|\bdiariamente\b|\ba semana toda\b|\btoda a semana\b/, [0, 1, 2, 3, 4, 5, 6]],
  [/\b(fim|final|finais) de semana\b/, [0, 6]],
  [/\bdias uteis\b|\bdias? de semana\b|\bdurante a semana\b/, [1, 2, 3, 4, 5]],
];

export const small = {
  greeting:
    /^(oi+|ola|opa|e ai|eai|bom dia|boa tarde|boa noite|hello|tudo (bem|bom|certo)( (com )?(voces|vcs|voce|vc))?|como vai|blz|beleza|alo)$/,
  greetingAhead: /^((oi+e?|ola|opa|bom dia|boa tarde|boa noite|tudo (bem|bom)|moc[ao]|por favor) )+/,
  thanks: /\b(obrigad[oa]|brigad[oa]|valeu|vlw|obg|agradecid[oa]|agradeco|gratidao)\b/,
  closing:
    /^(ok+|okay|certo|ta bom|ta|tabom|beleza|blz|perfeito|otimo|entendi|show|combinado|tchau|ate (mais|logo|breve)|sim|nao|legal|joia|fechado)$/,
  human:
    /\b(falar|conversar|atendid[oa]|passa|chama|quero|fala)\b.*\b(atendente|humano|pessoa|alguem|gerente|dono|dona|responsavel|equipe)\b|\b(falar|conversar) com (a|o|um|uma) /,
  robot:
    /\b(e|eh|voce|vc|sou|to|estou|falo|falando)\b.*\b(robo|bot|humano|pessoa de verdade|maquina|inteligencia artificial|ia)\b|com quem (eu )?(falo|to falando|estou falando)/,
  name: /\b(sou (a|o)|me chamo|meu nome e|aqui e (a|o)|quem fala e (a|o)) \p{L}+/gu,
  followUp: /^e\b/,
} as const;
