/** What a hairdresser would write; meant to be changed line by line. */
export const businessExample = `Somos o Salão da Bia, cabeleireiro feminino e masculino em Campinas.

HORÁRIOS
Terça a sexta, das 9h às 19h. Sábado, das 9h às 18h. Fechado domingo e segunda.

SERVIÇOS E PREÇOS
Corte feminino: R$ 70 (50 minutos)
Corte masculino: R$ 45 (30 minutos)
Escova: R$ 50 (40 minutos)
Coloração: a partir de R$ 160, depende do comprimento (2 horas)
Manicure: R$ 35 (40 minutos)

PAGAMENTO
Pix, dinheiro, débito e crédito em até 3 vezes.

ENDEREÇO
Rua das Acácias, 123, Cambuí. Tem estacionamento na porta.

PERGUNTAS QUE SEMPRE FAZEM
Atendemos só com hora marcada.
Para desmarcar, avise com 3 horas de antecedência.
Trabalhamos com produtos sem formol.`;
