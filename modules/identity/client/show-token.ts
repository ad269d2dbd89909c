import { signInRequired, type Handler } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import type { TokenView } from '../contract/dto/login.js';
import type { NoInput } from '../contract/dto/sign-in.js';
import { storedConnectionKey, type StoredConnection } from './connection.js';

@injectable()
export class ShowTokenHandler implements Handler<NoInput, TokenView> {
  constructor(@inject(storedConnectionKey) private readonly connection: StoredConnection) {}

  async run(): Promise<TokenView> {
    const { origin: server, token } = await this.connection.current();
    if (token === undefined) throw signInRequired();
    return { server, token };
  }
}
