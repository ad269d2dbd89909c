import { createHmac, timingSafeEqual } from 'node:crypto';

/** Signs texts with a secret that only this browser has: its session's token, or a random number for anonymous visitors. */
export class Signer {
  constructor(private readonly secret: string) {}

  sign(purpose: string, text: string): string {
    return createHmac('sha256', this.secret).update(`${purpose}\0${text}`).digest('base64url');
  }

  verify(purpose: string, text: string, signature: string): boolean {
    const [expected, given] = [Buffer.from(this.sign(purpose, text)), Buffer.from(signature)];
    return expected.length === given.length && timingSafeEqual(expected, given);
  }
}
