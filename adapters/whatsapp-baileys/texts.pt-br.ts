/** What stands in a conversation for what was said without words. */
export const texts = {
  corrected: (text: string) => `Mensagem corrigida: ${text}`,
  place: (where: string) => `Localização: ${where}`,
  livePlace: (where: string) => `Localização em tempo real: ${where}`,
  contact: (who: string) => `Contato: ${who}`,
  poll: (question: string) => `Enquete: ${question}`,
  product: (name: string) => `Produto: ${name}`,
  order: (what: string) => `Pedido: ${what}`,
  items: (count: number) => (count === 1 ? '1 item' : `${count} itens`),
  event: (name: string) => `Evento: ${name}`,
  groupInvite: (name: string) => `Convite para o grupo ${name}`,
  payment: (note: string) => `Pagamento: ${note}`,
} as const;
