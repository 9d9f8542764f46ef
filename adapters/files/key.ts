/**
 * Exactly account, agent and name: no file can then lie where another key needs a folder. A key that breaks this was
 * made wrongly by us; it is a fault, whatever keeps the files.
 */
export const refuseWrongKey = (key: string): void => {
  if (!form.test(key))
    throw new TypeError(`A key is account/agent/name, not ${JSON.stringify(key.slice(0, 100))}.`);
};

const form = /^[A-Za-z0-9-]{1,100}\/[A-Za-z0-9-]{1,100}\/[A-Za-z0-9-]{1,100}$/;
