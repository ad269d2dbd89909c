import { redirect, type Page } from '../../../web/contract/index.js';

/** Ends the session of this browser; sessions of programs continue. */
export class SignOutPage implements Page {
  post() {
    return Promise.resolve(redirect('/', { endSession: true, notice: 'You have signed out.' }));
  }
}
